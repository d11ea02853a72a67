/** Finds what belongs to V1 in the text of a source file, in any language, and says what takes its place in Web Form V2. */
import { operations } from '../../contracts/generated/operations.ts';
import {
  type FlowOperation,
  flowCalls,
  flowOf,
  flowOperations,
  flows,
  type RequestKind,
  requestKinds,
  type Version,
} from '../../contracts/src/base/flows.ts';
import { stepsIn, table } from '../../contracts/src/migration/mapping-table.ts';

/** What of V1 stands at a place. */
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
  /** The first is 1. */
  readonly line: number;
  readonly kind: CodeKind;
  /** The V1 word: a path, a status, or the name or value of a field. */
  readonly found: string;
  /** The row of the mapping, such as `import bankId`; null where the table has none. */
  readonly row: string | null;
  readonly instead: string;
}

/** As `assess --code --json` prints it under `code`; `contracts/outputs/assess-code.output.json` describes it. */
export interface CodeResult {
  readonly folder: string;
  readonly files: number;
  /** Files that are too large or no text, and those beyond the limit. */
  readonly skipped: number;
  readonly left: readonly CodePlace[];
  /** Against an earlier result: what is gone, and what came. */
  readonly since?: { readonly done: number; readonly added: number };
}

interface Found extends Omit<CodePlace, 'file' | 'line' | 'row'> {
  /** The first is 0. */
  readonly at: number;
  readonly row?: string;
}

/** What no look at source files shows. */
export const UNSEEN =
  'Not seen: calls inside a generated or installed SDK, names and paths made at run time, lines of over 2,000 characters.';

/** How many lines apart two words may be that belong to one call, to one body, and to one expression. */
const NEAR = { call: 40, body: 16, phrase: 8 };
/** In characters: a longer line was written by a program. */
const LONGEST_LINE = 2000;

/** Without the prefix, which programs often keep elsewhere. */
const paths = flowOperations.map((operation) => ({
  operation,
  ...flowCalls[operation],
  segments: operations[operation].path.split('/').slice(-2),
}));

/** The V1 fields that V2 names or writes otherwise, and those that only show that a body is V1's or V2's. */
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
/** What shows that a body is of this request: accounts, transactions and bank connections have the other names too. */
const SIGNS: Readonly<Record<RequestKind, readonly string[]>> = {
  import: ['bankId'],
  payment: [
    'moneyTransfers',
    'counterpartAddress',
    'sepaPurposeCode',
    'endToEndId',
    'structuredRemittanceInformation',
  ],
  submit: ['paymentId'],
};

const STATUS = /(?<![\w.#$-])451(?![\w.%-])|unavailable_?for_?legal_?reasons/i;
const LOCATION =
  /(["'`])location\1|(?:headers?|response|resp?|reply|res)\)?\??\.location\b|\bgetLocation\(|\bHeader(?:Name|Key)?s?\.?:{0,2}LOCATION\b/i;
const ERROR_CODE = /\bWEB_FORM_REQUIRED\b/;
const PAYMENT_ID = /payment_?id(?![a-z])/i;
const OWN_PAYMENT_ID = /(?:[a-z](?<!\b[gs]et|By)P|[a-z]_p)ayment_?[Ii]d(?![a-z])/;
const OF_STORE = /store|entit|repositor|migration|\.sql$/i;
const STORED =
  /\b(?:create|alter) table\b|\binsert\b|\bupdate\b|column|\bsave|\bstore|persist|\bcache|repository|\bredis|findBy|\bdb\b/i;
const TYPE = /^\s*(?:[a-z]+ )*(?:class|struct|interface|record|type|enum|trait|message) +[A-Z]/;
const FUNCTION = /^\s*(?:[a-z]+ )*(?:def|func|fun|fn|function)\b/;
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\w*\[)|--|<!--|;)/;
/** An OpenAPI document tells the API of the provider, not what this program calls. */
const DOCUMENT = /^\s*(?:\{\s*)?["']?(?:openapi|swagger)["']?\s*:/;

/** Names of a program that stand for what is of V1, with it as a literal: `PAYMENTS` for "/api/v1/payments". */
export type V1Constants = ReadonlyMap<string, string>;

const ASSIGNED = /\b(?=\w*[A-Z_])([A-Za-z]\w{5,})(?:\s*:\s*[\w<>]+)?\s*:?=(?![=>~])\s*(?=["'`(\w])(.*)$/;
const BASES = [...new Set(paths.map(({ segments: [first = ''] }) => first))].join('|');
const BASE_PATH = new RegExp(`["'\`][^\\s"'\`]*/(?:${BASES})/?(?:%s)?["'\`](?=\\s*[;,]?\\s*$)`);

/** The constants that a file defines; `known` are those that its own may be made of. */
export function v1ConstantsIn(text: string, known: V1Constants = new Map()): V1Constants {
  return new Map(
    sourceLines(text, known).flatMap((line): [string, string][] => {
      const [, name, value = ''] = ASSIGNED.exec(line) ?? [];
      if (name === undefined || value.length > 120) return [];
      const [call] = callsInCode([value]);
      const [base] = BASE_PATH.exec(value) ?? [];
      if (call) return [[name, `"${call.found}"`]];
      if (base) return [[name, base.replace('%s', '')]];
      if (STATUS.test(value)) return [[name, '451']];
      return ERROR_CODE.test(value) ? [[name, '"WEB_FORM_REQUIRED"']] : [];
    }),
  );
}

/** Without comments, and with what stands behind the names of constants but where they are assigned. */
function sourceLines(text: string, constants: V1Constants): string[] {
  const names = [...constants.keys()];
  const any =
    names.length > 0
      ? new RegExp(`\\b(?:${names.join('|')})\\b(?!\\s*(?::\\s*[\\w<>]+)?\\s*:?=(?!=))`, 'g')
      : undefined;
  return text.split(/\r?\n/).map((line) => {
    if (line.length > LONGEST_LINE || COMMENT.test(line)) return '';
    return any ? line.replace(any, (name) => constants.get(name) ?? name) : line;
  });
}

/** The places in one file, by line. A word that other programs use too, such as `name`, is one only beside others of the same body. */
export function v1PlacesIn(file: string, text: string, constants: V1Constants = new Map()): CodePlace[] {
  if (DOCUMENT.test(text)) return [];
  const source = sourceLines(text, constants);
  const calls = callsInCode(source);
  const ofV1 = calls.filter(({ version }) => version === 'V1');
  const found: Found[] = ofV1.map(({ at, operation, found }) => {
    const { v2 } = flows[flowOf[flowCalls[operation].kind]];
    const { method, path } = operations[v2];
    return { at, kind: 'call', found, row: operation, instead: `${method} {webform_url}${path}` };
  });
  const written = writtenFields(source);
  found.push(
    ...linesWith(source, BASE_PATH).flatMap((at): Found[] =>
      /api\/v1\//.test(source[at] ?? '') && ASSIGNED.test(source[at] ?? '')
        ? [{ at, kind: 'call', found: 'a base path', instead: '{webform_url}/api/webForms' }]
        : [],
    ),
    ...responsesIn(source, ofV1),
    ...bodyFields(written, calls),
    ...accountTypesIn(source, written, ofV1),
    ...formPolls(source, ofV1.length > 0),
    ...storedPayments(source, written, file),
  );
  const once = new Map(found.map((each) => [`${each.at} ${each.kind} ${each.found}`, each]));
  return [...once.values()]
    .sort((a, b) => a.at - b.at)
    .map(({ at, row, ...each }) => ({ file, line: at + 1, ...each, row: row ?? null }));
}

interface CodeCall {
  readonly at: number;
  readonly operation: FlowOperation;
  readonly version: Version;
  readonly kind: RequestKind;
  readonly found: string;
}

/** Account types and payment ids are of V1 only where something else is. */
export function withoutChance(places: readonly CodePlace[]): CodePlace[] {
  const has = (...kinds: CodeKind[]) => places.some(({ kind }) => kinds.includes(kind));
  const isV1 =
    has('call', 'field', 'web form poll', 'V1 name in V2 body') || (has('status') && has('error code'));
  return isV1 ? [...places] : [];
}

/** Paths in one piece, and those that adjacent literals, or a base path and its end, make together. */
function callsInCode(source: readonly string[]): CodeCall[] {
  const literals = source.flatMap((line, at) => literalsIn(line).map((literal) => ({ ...literal, at })));
  return paths.flatMap(({ operation, version, kind, segments }) => {
    const [first = '', last = ''] = segments;
    const path = segments.join('/');
    // In a literal, and in a configuration, at its end: prose names paths too.
    const whole = new RegExp(
      `(?:["'\`=\\s]|^)(?:[A-Z]+ )?(?:[^\\s"'\`]*/)?${path}/?(?:\\?[^\\s"'\`]*)?(?=["'\`]|\\s*\\\\?$| HTTP/)`,
    );
    const ending = new RegExp(`(?:^|/)${last}/?$`);
    const base = new RegExp(`(?:^|/)${first}/?$`);
    const call = (at: number) => ({ at, operation, version, kind, found: path });
    const isWhole = (at: number) => whole.test(source[at] ?? '');
    const bases = literals.filter(({ text }) => base.test(text));
    const joined = literals.filter(({ text, at, start }) => {
      if (!ending.test(text) || isWhole(at)) return false;
      const before = bases.findLast((it) => it.at < at || (it.at === at && it.start < start));
      // A word alone, such as "import", continues a path only where it follows it at once.
      const isPath = text.includes('/');
      return before !== undefined && (isPath || at - before.at <= 2);
    });
    return [...source.keys()]
      .filter(isWhole)
      .map(call)
      .concat(joined.map(({ at }) => call(at)));
  });
}

function literalsIn(line: string) {
  return [...line.matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(({ 2: text = '', index }) => ({
    text: text.replace(/^[^/]*\}(?=\/)/, '').replace(/[?#].*$/, ''),
    start: index,
  }));
}

/** Status 451 and the error code, and the `location` header beside them. A 451 alone may be any number. */
function responsesIn(source: readonly string[], calls: readonly CodeCall[]): Found[] {
  const codes = linesWith(source, ERROR_CODE);
  const locations = linesWith(source, LOCATION);
  const forms = linesWith(source, /web_?form/i);
  const statuses = linesWith(source, STATUS).filter(
    (at) =>
      calls.length > 0 || isNear(at, [...codes, ...locations], NEAR.body) || isNear(at, forms, NEAR.phrase),
  );
  const headers = locations.filter((at) => isNear(at, [...statuses, ...codes], NEAR.body));
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

/** Where a field of a V1 request is written, in whichever spelling: bankId, bank_id, BankId, setBankId. `block` numbers the types. */
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
    `(?<![\\w$-])${any}\\??\\s*(?:[:;](?!:)|=(?![=>~]))`,
    `:${any}\\s*=>`,
    `\\b(?:set|with)${pascal}\\(`,
    `\\.${name}\\((?!\\))`,
    `[{,]\\s*${any}\\s*(?:\\}|,[^(){]*\\})`,
    `^\\s*${any},?\\s*$`,
    `\\bpublic [\\w?<>\\[\\]]+ ${pascal}\\b`,
  ];
  return new RegExp(forms.join('|'));
}

/** A field belongs to the nearest call of its flow; without one, to a body of which three more fields are near. */
function bodyFields(written: readonly Written[], calls: readonly CodeCall[]): Found[] {
  return written.flatMap((field): Found[] => {
    const { at, kind, name, row, instead, changes } = field;
    // The end of a path is no field.
    if (!changes || calls.some((call) => call.at === at && call.found.endsWith(`/${name}`))) return [];
    const company = namesNear(written, field, NEAR.phrase).filter((other) => !isPlain(other));
    if (isPlain(name) && company.length === 0) return [];
    const ofFlow = calls.filter((call) => flowOf[call.kind] === flowOf[kind]);
    const [call] = ofFlow
      .filter((call) => Math.abs(call.at - at) <= NEAR.call && (call.version === 'V2' || call.kind === kind))
      .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
    if (call === undefined && !isBody(written, field)) return [];
    if (call?.version !== 'V2') return [{ at, kind: 'field', found: name, row, instead }];
    if (namesInV2.has(name)) return [];
    return [{ at, kind: 'V1 name in V2 body', found: name, row, instead }];
  });
}

function isBody(written: readonly Written[], field: Written): boolean {
  const names = new Set([field.name, ...namesNear(written, field, NEAR.body)]);
  const most = fields.filter(({ kind }) => kind === field.kind).length;
  if (names.size < Math.min(4, most) || [...names].every((name) => namesInV2.has(name))) return false;
  return written.some((other) => isBeside(other, field) && SIGNS[other.kind].includes(other.name));
}

/** Other fields of the same request. */
function namesNear(written: readonly Written[], field: Written, lines: number): string[] {
  return written.flatMap((other) =>
    isBeside(other, field) && other.name !== field.name && Math.abs(other.at - field.at) <= lines
      ? [other.name]
      : [],
  );
}

function isBeside(other: Written, { kind, block }: Written): boolean {
  return other.kind === kind && other.block === block;
}

/** A word that any program uses, such as name, amount and iban. */
function isPlain(name: string): boolean {
  return /^[a-z]+$/.test(name);
}

/** Beside the field of an import, or a list of them that is not that of an account, which has a type too. */
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
  return words.flatMap(({ at, v1, v2 }): Found[] => {
    const near = words.filter((other) => Math.abs(other.at - at) <= NEAR.body);
    const isList = !isOfAccount && new Set(near.map((other) => other.v1)).size >= 3;
    if (!isList && !isNear(at, lists, NEAR.body)) return [];
    return [{ at, kind: 'account type', found: v1, row: 'import accountTypes[]', instead: v2 }];
  });
}

/** V1 endpoints have the path prefix /api/v1 (Versioning 1), which a program that calls V1 may keep elsewhere. */
function formPolls(source: readonly string[], isV1: boolean): Found[] {
  const poll = isV1
    ? /(?<!\/api)\/?\bwebForms?\/?["'`$:{<]|\/api\/v1\/webForms?\b/i
    : /\/api\/v1\/webForms?\b/i;
  return linesWith(source, poll).map((at) => {
    return { at, kind: 'web form poll', found: 'webForms', instead: 'nothing documented: ask the provider' };
  });
}

/** V2 has no payment whose id a second call could name. A name of the program's own, as bankPaymentId, is one that it keeps. */
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

function isNear(at: number, others: readonly number[], lines: number): boolean {
  return others.some((other) => Math.abs(other - at) <= lines);
}
