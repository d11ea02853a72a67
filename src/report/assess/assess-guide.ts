/** `assess --guide`: how the code behind recorded calls changes, as Markdown with V2 requests, and old and new TypeScript. */
import examples from '../../../contracts/generated/examples.json' with { type: 'json' };
import { operations } from '../../../contracts/generated/operations.ts';
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { type FlowKind, flowKinds, flows, type RequestKind } from '../../../contracts/src/base/flows.ts';
import { isObject } from '../../../contracts/src/base/json-value.ts';
import { oneLine } from '../../../contracts/src/base/text.ts';
import { refusesCurrency } from '../../../contracts/src/migration/converters.ts';
import { table } from '../../../contracts/src/migration/mapping-table.ts';
import { migrateFlow } from '../../../contracts/src/migration/migrate-request.ts';
import { markdownTable, markdownWords } from '../../base/table.ts';
import type { OpenPoint, Readiness } from '../../evidence/readiness.ts';
import type { CodePlace } from '../../evidence/v1-in-code.ts';
import { chapterOf, textFile, withValues } from '../printed-texts.ts';
import { countsSentence } from './assess-text.ts';

/** Lists only recorded calls and fields. `decided` is the currency of payments, `code` where V1 is written. */
export function assessGuide(result: Readiness, decided?: string, code?: readonly CodePlace[]): string {
  const { calls, noPlace, decisions, v1Calls, says, counts } = result;
  const asText = Object.entries(counts.numbersAsText).map(([field, values]) => {
    return { field, values, why: 'it is a number, sent as text', how: 'send a number' };
  });
  const points = [...noPlace, ...decisions, ...asText];
  // What was refused shows no fields.
  const sent = new Set(calls.flatMap((each) => (each.calls > each.refused ? each.operation : [])));
  const seen = flowKinds.filter((kind) => flows[kind].v1.some((operation) => sent.has(operation)));
  const stated = Object.keys(counts.currencies).find((code) => refusesCurrency(code) === undefined);
  const currency = decided ?? stated ?? 'EUR';
  return [
    chapter('head', { counts: countsSentence(result), verdict: says }),
    chapter(v1Calls === 0 ? 'nothing' : 'introduction'),
    ...(points.length > 0 ? [chapter('open', { points: points.map(pointItem).join('') })] : []),
    ...(code && code.length > 0 ? [chapter('code', { places: placeTable(code) })] : []),
    ...seen.map((kind) => flowChapter(kind, result, currency, stated, code)),
    ...(seen.length > 0 ? [chapter('handler', { carried: carriedBy(result) })] : []),
    ...(seen.includes('payment') ? [chapter('store')] : []),
    chapter('finished', { polls: pollsIn(result) }),
    chapter('questions'),
    ...seen.map((kind) => chapter(`${kind}Questions`)),
    chapter('lastQuestions'),
    chapter('proof', { currency }),
  ].join('');
}

const GUIDE = textFile('report/assess/guide.md');

function chapter(name: string, values: Readonly<Record<string, string>> = {}): string {
  return withValues(chapterOf(GUIDE, name), values);
}

function flowChapter(
  kind: FlowKind,
  { fields, counts }: Readiness,
  currency: string,
  stated?: string,
  code?: readonly CodePlace[],
): string {
  const { title, requests, v1: calls, v2: call } = flows[kind];
  const { full } = examples.requests[calls[0]];
  const v1 = exampleOf(full, fields, kind);
  // V2 needs the IBAN of a sender that V1 names otherwise.
  const sent = 'iban' in full && counts.withoutIban > 0 ? { iban: full.iban, ...v1 } : v1;
  const { v2 = {} } = migrateFlow(kind, { currency }, sent);
  return chapter(calls.length === 1 ? 'oneCall' : kind, {
    title,
    kind,
    name: kind.replace(/^./, (first) => first.toUpperCase()),
    v1Path: operations[calls[0]].path,
    v2Path: operations[call].path,
    carries:
      stated === undefined
        ? `V1 carries no currency: \`${currency}\` below is your decision.`
        : 'Your `moneyTransfers[].currency`, which V1 does not document, becomes `orders[].amount.currency`.',
    fields: fieldTableOf(fields, requests, code),
    codes: codeTablesOf(fields, kind),
    v1: literal(v1),
    v2: literal(v2),
    v2Json: writeJson(v2, 2),
  });
}

/** The fields that the responses to V1 calls carried in this recording. */
function carriedBy({ answers }: Readiness): string {
  if (answers.length === 0) return 'The recording has no such responses.\n';
  const lead =
    'What the V1 responses of this recording carried. Search your code for each field without a V2 counterpart:';
  const rows = answers.map(({ from, to, calls, loses }) => {
    return [placeText(from), placeText(to), `${calls}`, markdownWords(loses)];
  });
  return `${lead}\n\n${markdownTable(['V1', 'V2', 'responses', 'loses'], rows)}`;
}

function placeText(place: string | null): string {
  return place === null ? 'no counterpart' : inBackticks(place.replace('#', ' '));
}

function inBackticks(text: string): string {
  return `\`${oneLine(text).replaceAll('`', "'")}\``;
}

function pointItem({ field, values, why, how }: OpenPoint): string {
  return `- [ ] ${inBackticks(field)} (sent ${values}×): ${markdownWords(`${why}; ${how}`)}\n`;
}

/** The calls that have no form to read any more. */
function pollsIn({ undocumentedCalls }: Readiness): string {
  const polls = undocumentedCalls.flatMap(({ pattern, calls, role }) =>
    role === 'polls V1 web forms' ? `- [ ] ${inBackticks(pattern)} (${calls}×)\n` : [],
  );
  return polls.length > 0 ? chapter('polls', { polls: polls.join('') }) : '';
}

type Fields = Readiness['fields'];

function fieldTableOf(fields: Fields, requests: readonly RequestKind[], code?: readonly CodePlace[]): string {
  const own = fields.filter(({ request }) => requests.includes(request));
  const rows = own.map(({ request, from, to, loses, values }) => {
    const places = code?.filter(({ row }) => row === `${request} ${from}`);
    const cells = [placeText(from), placeText(to), `${values}`, markdownWords(loses)];
    return places ? [...cells, linesText(places)] : cells;
  });
  const head = ['V1 field', 'V2 field', 'values', 'loses', ...(code ? ['in your code'] : [])];
  return markdownTable(head, rows);
}

/** Calls, responses and values by what was found; fields are listed with their request. */
function placeTable(code: readonly CodePlace[]): string {
  const others = code.filter(({ kind }) => kind !== 'field');
  const rows = [...Map.groupBy(others, ({ kind, found, instead }) => `${kind} ${found}\n${instead}`)];
  return markdownTable(
    ['V1', 'V2', 'in your code'],
    rows.map(([says, places]) => [...says.split('\n').map(inBackticks), linesText(places)]),
  );
}

const MOST_LINES = 8;

function linesText(places: readonly CodePlace[]): string {
  const lines = places.slice(0, MOST_LINES).map(({ file, line }) => inBackticks(`${file}:${line}`));
  const rest = places.length - lines.length;
  return [...lines, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

/** The values that V2 writes in another way, of the fields that were sent. */
function codeTablesOf(fields: Fields, request: RequestKind): string {
  const sent = fields.flatMap((field) => (field.request === request ? field.from : []));
  const tables = table[request].flatMap(({ from, by }) => {
    const codes = from !== null && sent.includes(from) ? table.codes[by ?? ''] : undefined;
    const rows = codes?.map((pair) => pair.map((value) => `\`${value}\``));
    const lead = `\nV2 writes the values of \`${from}\` in another way:\n\n`;
    return rows ? lead + markdownTable(['V1 value', 'V2 value'], rows) : [];
  });
  return tables.join('');
}

/** The example with the fields that were sent, and one item or two of each list. */
function exampleOf(example: object, fields: Fields, request: string): object {
  const used = fields.flatMap((field) => (field.request === request ? field.from : []));
  const picked = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) {
      const items = value.slice(0, isObject(value[0]) ? 1 : 2);
      return items.map((item) => picked(item, `${path}[]`));
    }
    if (!isObject(value)) return value;
    const isUsed = (at: string) =>
      used.some((from) => from === at || from.startsWith(`${at}.`) || from.startsWith(`${at}[]`));
    const entries = Object.entries(value).flatMap(([name, inner]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return isUsed(at) ? [[name, picked(inner, at)]] : [];
    });
    return Object.fromEntries(entries);
  };
  return picked(example, '') as object;
}

function literal(value: unknown): string {
  const json = JSON.stringify(value, null, 2).replace(/^( *)"(\w+)":/gm, '$1$2:');
  const quoted = json.replace(/"([^"\\']*)"/g, "'$1'");
  // A list of words fits on a line.
  return quoted.replace(/\[\s*([^[\]{}]*?)\s*\]/g, (_, words: string) => `[${words.replace(/\s+/g, ' ')}]`);
}
