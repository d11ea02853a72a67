/** Finds V1 code in source files of any language, and says what replaces it in Web Form V2. */
import { operations } from '../../contracts/generated/operations.ts';
import { flowCalls, flowOf, flows, requestKinds } from '../../contracts/src/base/flows.ts';
import { stepsIn, table } from '../../contracts/src/migration/mapping-table.ts';
import {
  ASSIGNED,
  BASE_PATH,
  type CodeCall,
  ERROR_CODE,
  type SourceFile,
  STATUS,
  sourceFiles,
} from './source-files.ts';

type CodeKind =
  | 'call'
  | 'status'
  | 'error code'
  | 'location header'
  | 'field'
  | 'account type'
  | 'web form poll'
  | 'stored payment id'
  | 'V1 name in V2 body';

export interface CodePlace {
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  readonly kind: CodeKind;
  /** The V1 word: a path, a status, or the name or value of a field. */
  readonly found: string;
  /** The row of the mapping, such as `import bankId`; null where the table has none. */
  readonly row: string | null;
  readonly instead: string;
}

/** The `code` of `assess --code --json`, described by `contracts/outputs/assess-code.output.json`. */
export interface CodeResult {
  readonly folder: string;
  readonly files: number;
  /** Files that are too large, not text, or over the limit. */
  readonly skipped: number;
  readonly left: readonly CodePlace[];
  /** How many places were removed and added since an earlier result. */
  readonly since?: { readonly done: number; readonly added: number };
}

interface Found extends Omit<CodePlace, 'file' | 'line' | 'row'> {
  /** The line, from 0. */
  readonly at: number;
  readonly row?: string;
}

/** What source files cannot show. */
export const UNSEEN =
  'Not seen: calls through an SDK, names and paths made at run time, lines of over 2,000 characters.';

/** The most lines between two words of one call, one body, one expression. */
const NEAR = { call: 40, body: 16, phrase: 8 };

/** The V1 fields: those that V2 names or writes differently, and those that only show the version of a body. */
const fields = requestKinds.flatMap((kind) =>
  table[kind].flatMap(({ from, to, fate, loses }) => {
    const name = from === null ? undefined : stepsIn(from).findLast((step) => step !== '[]');
    if (name === undefined) return [];
    const instead = to ?? `nothing: ${loses}`;
    return [{ kind, name, row: `${kind} ${from}`, instead, changes: fate !== 'kept' && fate !== 'recoded' }];
  }),
);
const namesInV2 = new Set(
  requestKinds.flatMap((kind) => table[kind].flatMap(({ to }) => (to === null ? [] : stepsIn(to)))),
);
/** Names that only V1 bodies have; accounts, transactions and bank connections have the others too. */
const SIGNS = [
  'bankId',
  'moneyTransfers',
  'counterpartAddress',
  'structuredRemittanceInformation',
  'paymentId',
];
/** Names of payments and of direct debits. */
const SIGNS_OF_PAYING = ['sepaPurposeCode', 'endToEndId'];

const SURE: readonly CodeKind[] = ['call', 'field', 'V1 name in V2 body'];
const LOCATION =
  /(["'`])location\1|(?:headers?|response|resp?|reply|res)\)?\??\.location\b|\bgetLocation\(|\bHeader(?:Name|Key)?s?\.?:{0,2}LOCATION\b/i;
const PAYMENT_ID = /payment_?id(?![a-z])/i;
const OWN_PAYMENT_ID = /(?:[a-z](?<!\b[gs]et|By)P|[a-z]_p)ayment_?[Ii]d(?![a-z])/;
const OF_STORE = /store|entit|repositor|migration|\.sql$/i;
const STORED =
  /\b(?:create|alter) table\b|\binsert\b|\bupdate\b|column|\bsave|\bstore|persist|\bcache|repository|\bredis|findBy|\bdb\b/i;
const TYPE = /^\s*(?:[a-z]+ )*(?:class|struct|interface|record|type|enum|trait|message) +[A-Z]/;
const FUNCTION = /^\s*(?:[a-z]+ )*(?:def|func|fun|fn|function)\b/;
/** The type of a TypeScript parameter, after its name and colon. */
const PARAMETER = '\\s*(?:number|string)\\b[^;{}]*[,)]';
/** The V1 places in the files of a program, given by name; in a file by line. */
export function v1PlacesIn(texts: ReadonlyMap<string, string>): CodePlace[] {
  const files = sourceFiles(texts);
  const isPaying = files.some(({ calls }) =>
    calls.some(({ kind, version }) => kind !== 'import' && version === 'V1'),
  );
  return withoutChance(files.flatMap((file) => placesInFile(file, isPaying)));
}

/** The V1 places in a file. A common word such as `name` counts only next to others of the same body. */
function placesInFile({ file, source, isGenerated, calls }: SourceFile, isPaying: boolean): CodePlace[] {
  const ofV1 = calls.filter(({ version }) => version === 'V1');
  const found: Found[] = ofV1.map(({ at, operation, found }) => {
    const { v2 } = flows[flowOf[flowCalls[operation].kind]];
    const { method, path } = operations[v2];
    return { at, kind: 'call', found, row: operation, instead: `${method} {webform_url}${path}` };
  });
  const written = isGenerated ? [] : writtenFields(source);
  found.push(
    ...linesWith(source, BASE_PATH).flatMap((at): Found[] =>
      /api\/v1\//.test(source[at] ?? '') && ASSIGNED.test(source[at] ?? '')
        ? [{ at, kind: 'call', found: 'a base path', instead: '{webform_url}/api/webForms' }]
        : [],
    ),
    ...responsesIn(source, ofV1),
    ...bodyFields(written, calls, isPaying),
    ...accountTypesIn(source, written, ofV1),
    ...formPolls(source, calls),
    ...(isPaying && !isGenerated ? storedPayments(source, written, file) : []),
  );
  const once = new Map(found.map((each) => [`${each.at} ${each.kind} ${each.found}`, each]));
  return [...once.values()]
    .sort((a, b) => a.at - b.at)
    .map(({ at, row, ...each }) => ({ file, line: at + 1, ...each, row: row ?? null }));
}

/** Drops all places if they may belong to another API: a call payments/submit, a status, account types, polls, payment ids. */
function withoutChance(places: readonly CodePlace[]): CodePlace[] {
  const has = (kind: CodeKind) => places.some((place) => place.kind === kind);
  const isV1 =
    places.some(
      ({ kind, found, row }) =>
        SURE.includes(kind) && found !== 'payments/submit' && !row?.startsWith('submit'),
    ) ||
    (has('status') && (has('error code') || has('call')));
  return isV1 ? [...places] : [];
}

/** Finds status 451, the error code, and the `location` header near them. A 451 alone may be any number. */
function responsesIn(source: readonly string[], calls: readonly CodeCall[]): Found[] {
  const codes = linesWith(source, ERROR_CODE);
  const locations = linesWith(source, LOCATION);
  const forms = linesWith(source, /web_?form/i);
  const statuses = linesWith(source, STATUS).filter(
    (at) =>
      calls.length > 0 || isNear(at, [...codes, ...locations], NEAR.body) || isNear(at, forms, NEAR.phrase),
  );
  const callLines = calls.map(({ at }) => at);
  const headers = locations.filter(
    (at) =>
      isNear(at, [...statuses, ...codes], NEAR.body) ||
      (/header/i.test(source[at] ?? '') && isNear(at, callLines, NEAR.call)),
  );
  return [
    ...statuses.map((at): Found => ({ at, kind: 'status', found: '451', instead: 'status 201' })),
    ...codes.map((at): Found => {
      const row = '451#errors[].code';
      return { at, kind: 'error code', found: 'WEB_FORM_REQUIRED', row, instead: 'nothing: V2 succeeds' };
    }),
    ...headers.map((at): Found => {
      const row = '451#header.location';
      return { at, kind: 'location header', found: 'location', row, instead: 'url of the body' };
    }),
  ];
}

type Written = ReturnType<typeof writtenFields>[number];

/** Finds V1 request fields in any spelling: bankId, bank_id, BankId, setBankId. `block` numbers the types. */
function writtenFields(source: readonly string[]) {
  let block = 0;
  const blocks = source.map((line) => (TYPE.test(line) ? ++block : block));
  return fields.flatMap((field) =>
    linesWith(source, spellings(field.name))
      .filter((at) => !FUNCTION.test(source[at] ?? ''))
      .map((at) => ({ ...field, at, block: blocks[at] })),
  );
}

function spellings(name: string): RegExp {
  const snake = name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  const pascal = name.replace(/^./, (first) => first.toUpperCase());
  const any = `(?:${name}|${snake}|${pascal})`;
  const forms = [
    `["'\`]${any}["'\`,]`,
    `(?<![\\w$-])${any}\\??\\s*(?:[:;](?!:|${PARAMETER})|=(?![=>~]))`,
    `:${any}\\s*=>`,
    `\\b(?:set|with)${pascal}\\(`,
    `\\.${name}\\((?!\\))`,
    `[{,]\\s*${any}\\s*(?:\\}|,[^(){]*\\})`,
    `^\\s*${any},?\\s*$`,
    `\\bpublic [\\w?<>\\[\\]]+ ${pascal}\\b`,
  ];
  return new RegExp(forms.join('|'));
}

/** Keeps fields near a call of their flow, or else near three more fields of one body. */
function bodyFields(written: readonly Written[], calls: readonly CodeCall[], isPaying: boolean): Found[] {
  const byLine = Map.groupBy(written, ({ at }) => at);
  const signs = [...SIGNS, ...(isPaying ? SIGNS_OF_PAYING : [])];
  const blockOf = ({ kind, block }: Written) => `${kind} ${block}`;
  const ofV1 = new Set(written.filter(({ name }) => signs.includes(name)).map(blockOf));
  /** The names of the same request's fields within so many lines. */
  const namesNear = (field: Written, lines: number) => {
    const near = nearLines(byLine, field.at, lines).filter((other) => blockOf(other) === blockOf(field));
    return new Set([...near.map(({ name }) => name), field.name]);
  };
  const isBody = (field: Written) => {
    const names = namesNear(field, NEAR.body);
    const most = fields.filter(({ kind }) => kind === field.kind).length;
    const isLong = names.size >= Math.min(4, most);
    return isLong && ofV1.has(blockOf(field)) && ![...names].every((name) => namesInV2.has(name));
  };
  return written.flatMap((field): Found[] => {
    const { at, kind, name, row, instead, changes } = field;
    // The end of a path is not a field.
    if (!changes || calls.some((call) => call.at === at && call.found.endsWith(`/${name}`))) return [];
    if ([...namesNear(field, NEAR.phrase)].every(isPlain)) return [];
    const ofFlow = calls.filter((call) => flowOf[call.kind] === flowOf[kind]);
    const [call] = ofFlow
      .filter((call) => Math.abs(call.at - at) <= NEAR.call && (call.version === 'V2' || call.kind === kind))
      .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
    if (call === undefined && !isBody(field)) return [];
    if (call?.version !== 'V2') return [{ at, kind: 'field', found: name, row, instead }];
    if (namesInV2.has(name)) return [];
    return [{ at, kind: 'V1 name in V2 body', found: name, row, instead }];
  });
}

/** Whether any program may use the word, such as name, amount and iban. */
function isPlain(name: string): boolean {
  return /^[a-z]+$/.test(name);
}

/** Finds account types near an import's field, or in a list that is not an account's, which has a type too. */
function accountTypesIn(
  source: readonly string[],
  written: readonly Written[],
  calls: readonly CodeCall[],
): Found[] {
  const ofImport = [...calls, ...written.filter(({ name }) => name === 'bankId')].map(({ at }) => at);
  const lists = linesWith(source, /account_?types/i).filter((at) => isNear(at, ofImport, NEAR.call));
  const isOfAccount = linesWith(source, /balance|account_?(?:number|holder|name)/i).length > 0;
  const codes = table.codes['account-types.csv'] ?? [];
  const words = codes.flatMap(([v1, v2]) =>
    linesWith(source, new RegExp(`["'\`]${v1}["'\`]`)).map((at) => ({ at, v1, v2 })),
  );
  const byLine = Map.groupBy(words, ({ at }) => at);
  return words.flatMap(({ at, v1, v2 }): Found[] => {
    const near = nearLines(byLine, at, NEAR.body);
    const isList = !isOfAccount && new Set(near.map((other) => other.v1)).size >= 3;
    if (!isList && !isNear(at, lists, NEAR.body)) return [];
    return [{ at, kind: 'account type', found: v1, row: 'import accountTypes[]', instead: v2 }];
  });
}

/** Finds polls of V1 web forms: their path prefix /api/v1 (Versioning 1) may be elsewhere in a program that calls V1. */
function formPolls(source: readonly string[], calls: readonly CodeCall[]): Found[] {
  const poll = calls.some(({ version }) => version === 'V1')
    ? /(?<!\/api)\/?\bwebForms?\/?["'`$:{<]|\/api\/v1\/webForms?\b/i
    : /\/api\/v1\/webForms?\b/i;
  return linesWith(source, poll)
    .filter((at) => calls.every((call) => call.at !== at))
    .map((at) => {
      const instead = 'nothing documented: ask the provider';
      return { at, kind: 'web form poll', found: 'webForms', instead };
    });
}

/** Finds stored payment ids, which V2 lacks. A name of the program's own, such as bankPaymentId, is a stored one. */
function storedPayments(source: readonly string[], written: readonly Written[], file: string): Found[] {
  const known = new Set(written.flatMap(({ name, at }) => (name === 'paymentId' ? [at] : [])));
  return linesWith(source, PAYMENT_ID).flatMap((at): Found[] => {
    const line = source[at] ?? '';
    const isKept =
      OWN_PAYMENT_ID.test(line) || STORED.test(line) || (OF_STORE.test(file) && !/^\s*import\b/.test(line));
    const isBeside = !known.has(at) && STORED.test(source.slice(Math.max(0, at - 2), at).join('\n'));
    if (!isKept && !isBeside) return [];
    const instead = 'id of the web form: V2 has no payment id';
    return [{ at, kind: 'stored payment id', found: 'paymentId', row: 'submit paymentId', instead }];
  });
}

function linesWith(source: readonly string[], pattern: RegExp): number[] {
  return source.flatMap((line, at) => (pattern.test(line) ? [at] : []));
}

/** The items at most this many lines away. */
function nearLines<Of>(byLine: ReadonlyMap<number, readonly Of[]>, at: number, lines: number): Of[] {
  return Array.from({ length: 2 * lines + 1 }, (_, index) => byLine.get(at - lines + index) ?? []).flat();
}

function isNear(at: number, others: readonly number[], lines: number): boolean {
  return others.some((other) => Math.abs(other - at) <= lines);
}
