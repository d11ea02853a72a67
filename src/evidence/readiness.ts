/** The result of an assessment: whether a client is ready for V2, which decisions are open, and what V2 lacks. */
import {
  type FlowOperation,
  flowCalls,
  flowKinds,
  flowOperations,
  type RequestKind,
  requestKinds,
} from '../../contracts/src/base/flows.ts';
import { count } from '../../contracts/src/base/text.ts';
import { type ResponseClass, responseClass } from '../../contracts/src/judge/operation.ts';
import { hasNoPlace } from '../../contracts/src/migration/mapping-engine.ts';
import { stepsIn, table } from '../../contracts/src/migration/mapping-table.ts';
import {
  isDroppedValue,
  isNamed,
  type MigrationDecisions,
} from '../../contracts/src/migration/migration-decisions.ts';
import { settingText } from '../base/words.ts';
import { type AssessmentCounts, useName } from './assessment.ts';
import { hostsWithoutForms } from './recorded-flows.ts';
import { undocumentedRows } from './undocumented-calls.ts';

/** An open decision, or a field that V2 lacks; `values` is how often it was sent. */
export interface OpenPoint {
  /** A row of the table, or a request and a pointer. */
  readonly field: string;
  readonly values: number;
  readonly why: string;
  /** What to do. */
  readonly how: string;
  /** The entry in a file of decisions that settles it; absent if no decision does. */
  readonly decide?: { readonly key: 'currency' | 'drop' | 'allow'; readonly value: string };
}

/** The output of `assess --json`, described by `contracts/outputs/assess.output.json`. */
export type Readiness = Verdict & ReturnType<typeof factsOf>;

interface Verdict {
  /** `unreadable` if too little is known: a record cannot be read, there are no calls, or no V1 call of a kind succeeds. */
  readonly verdict: 'ready' | 'decisions' | 'not ready' | 'unreadable';
  readonly says: string;
}

const NO_USE = { calls: 0, values: 0, refused: 0 };

export function readiness(counts: AssessmentCounts, decided: MigrationDecisions = {}): Readiness {
  const facts = factsOf(counts, decided);
  return { ...verdictOf(facts, counts.bodiless), ...facts };
}

function factsOf(counted: AssessmentCounts, decided: MigrationDecisions) {
  const { records, broken } = counted;
  const calls = flowOperations.flatMap((operation) => {
    const counts = counted.calls[operation];
    const { version } = flowCalls[operation];
    return counts
      ? [{ operation, version, refused: callsWithResponse(operation, counts, 'error', 'busy'), ...counts }]
      : [];
  });
  const fields = fieldsIn(counted);
  return {
    records,
    broken,
    others: calls.reduce((left, each) => left - each.calls, records - broken),
    /** V1 calls that are still sent. */
    v1Calls: calls.reduce((sum, each) => (each.version === 'V1' ? sum + each.calls : sum), 0),
    calls,
    flows: { imports: importFlows(counted), payments: counted.payments },
    fields: fields.filter((field) => field.calls > 0),
    undocumented: pointed(counted.undocumented).map(({ kind, pointer, values }) => ({
      in: kind,
      pointer,
      count: values,
    })),
    /** Method, host and path of undocumented calls, with ids replaced; the important ones first. */
    undocumentedCalls: undocumentedRows(counted.undocumentedCalls),
    answers: answersIn(counted),
    /** Rows of the mapping table that no request used. */
    neverUsed: fields.flatMap((field) => (field.calls > 0 ? [] : `${field.request} ${field.from}`)),
    decisions: openDecisions(fields, counted, decided),
    noPlace: withoutPlace(fields, counted, decided),
    /** The decisions and the counts, which `report` adds up for several parts. */
    decided,
    counts: counted,
  };
}

/** The most serious reason decides the verdict. */
function verdictOf(
  { noPlace, decisions, calls, v1Calls, broken, flows }: ReturnType<typeof factsOf>,
  bodiless: number,
): Verdict {
  // Operations that never succeeded: nothing shows that the service accepts their requests.
  const failed = calls.filter((each) => callsWithResponse(each.operation, each, 'success', 'none') === 0);
  const [noV1, noV2] = (['V1', 'V2'] as const).map((version) =>
    failed.flatMap((each) => (each.version === version ? each.operation : [])).join(' and no '),
  );
  const notReady = (why: string): Verdict => ({ verdict: 'not ready', says: `not ready: ${why}` });
  const unknown = (why: string): Verdict => ({ verdict: 'unreadable', says: `unknown: ${why}` });
  const unread = broken + bodiless;
  const withoutRequest = `${count(unread, 'record or file', 'records or files')} without a readable request`;
  const orphans = flows.payments.withoutCreate;

  if (noPlace.length > 0) return notReady(`${count(noPlace.length, 'point')} without a V2 counterpart`);
  if (noV2) return notReady(`no ${noV2} succeeds`);
  if (decisions.length > 0) {
    const open = count(decisions.length, 'decision');
    const says = unread > 0 ? `${open} to take, and ${withoutRequest}` : `ready after ${open}`;
    return { verdict: 'decisions', says };
  }
  if (unread > 0) return unknown(withoutRequest);
  if (orphans > 0) return unknown(`${count(orphans, 'submission')} without a recorded create`);
  if (calls.length === 0) return unknown('no call of either version');
  if (noV1) return unknown(`no ${noV1} succeeds: record calls that the service accepts`);
  return { verdict: 'ready', says: v1Calls === 0 ? 'ready: no V1 call is left' : 'ready' };
}

type Calls = Pick<AssessmentCounts['calls'][string], 'statuses'>;

function callsWithResponse(
  operation: FlowOperation,
  { statuses }: Calls,
  ...classes: ResponseClass[]
): number {
  return Object.entries(statuses).reduce((sum, [status, calls]) => {
    const found = responseClass(operation, status === 'unknown' ? undefined : Number(status));
    return classes.includes(found) ? sum + calls : sum;
  }, 0);
}

/** The V1 fields and how often each was sent. Objects and lists count only if they are empty or of another type. */
function fieldsIn({ fields }: AssessmentCounts) {
  return requestKinds.flatMap((request) =>
    table[request].flatMap((row) => {
      const { from, to, fate, loses, type } = row;
      const use = fields[useName(request, row)];
      if (from === null || (type === 'object' && !use)) return [];
      return [{ request, from, to, fate, loses, ...(use ?? NO_USE) }];
    }),
  );
}

/** The documented fields of the V1 responses: forms, and created payments. */
function answersIn({ calls }: AssessmentCounts) {
  const got = { 451: 0, '2XX': 0 };
  for (const operation of flowOperations) {
    const counts = calls[operation];
    if (!counts) continue;
    if (operation === 'createMoneyTransferV1') got['2XX'] += callsWithResponse(operation, counts, 'success');
    else if (flowCalls[operation].version === 'V1') got[451] += counts.statuses['451'] ?? 0;
  }
  return table.answers.flatMap(({ from, to, loses }) => {
    const times = from === null ? 0 : got[from.startsWith('451#') ? 451 : '2XX'];
    return from === null || times === 0 ? [] : [{ from, to, calls: times, loses }];
  });
}

function point(
  field: string,
  values: number,
  why: string,
  how: string,
  decide?: OpenPoint['decide'],
): OpenPoint {
  return { field, values, why, how, ...(decide && { decide }) };
}

/** Values that V1 lacks, and documented fields that V2 lacks. */
function openDecisions(
  fields: ReturnType<typeof fieldsIn>,
  { fields: uses, currencies, undocumentedV2, refusedValues }: AssessmentCounts,
  decided: MigrationDecisions,
): OpenPoint[] {
  const { currency, drop = [], keep = [], allow = [] } = decided;
  const added = flowKinds.flatMap((kind) =>
    table[kind].flatMap((row) => {
      const { values } = uses[useName(kind, row)] ?? NO_USE;
      if (row.from !== null || values === 0 || currency !== undefined) return [];
      const stated = Object.entries(currencies).map(([code, orders]) => `; ${orders} more in ${code}`);
      const how = 'decide it for your amounts, then pass --currency EUR';
      const why = `${row.why}${stated.join('')}`;
      return point(`${kind} ${row.to}`, values, why, how, { key: 'currency', value: 'EUR' });
    }),
  );
  const lost = fields.flatMap(({ request, from, to, values, loses }) => {
    const isDecided = [...drop, ...keep].some((name) => isNamed(name, pointerTo(from), request));
    if (!hasNoPlace({ from, to }) || values === 0 || isDecided) return [];
    const field = `${request} ${from}`;
    const how = `pass --drop '${field}' if it may be lost`;
    return point(field, values, `${loses} has no V2 counterpart`, how, { key: 'drop', value: field });
  });
  const unknown = pointed(undocumentedV2).flatMap(({ kind, pointer, values }) => {
    if (allow.some((name) => isNamed(name, pointer, kind))) return [];
    const value = `${kind} ${pointer}`;
    const why = 'V2 requests send it, and it is not documented';
    const how = 'ask the provider, then name it under allow in --decisions';
    return point(`V2 ${value}`, values, why, how, { key: 'allow', value });
  });
  const nulls = fields.flatMap(({ request, from }) => {
    const field = `${request} ${from}`;
    const { [`${field} null`]: values = 0 } = refusedValues;
    if (values === 0 || isDroppedValue(decided, pointerTo(from), null, request)) return [];
    const decide = { key: 'drop', value: droppedValue(from, null) } as const;
    const how = `put "- ${decide.value}" under drop in --decisions if nothing is to be sent there`;
    return point(field, values, 'null is sent in place of it', how, decide);
  });
  return [...added, ...lost, ...nulls, ...unknown];
}

/** What V2 cannot receive: missing senders, calls without V2, currencies, undocumented fields, and values V2 does not list. */
function withoutPlace(
  fields: ReturnType<typeof fieldsIn>,
  counts: AssessmentCounts,
  decided: MigrationDecisions,
): OpenPoint[] {
  const { undocumented, refusedValues, withoutIban, currencies } = counts;
  const { currency, drop = [], keep = [] } = decided;
  const noSender = 'without an iban, V2 would open a payment without a sender';
  const senders = point('payment /accountId', withoutIban, noSender, 'send the IBAN of the account');
  const ofCurrency = Object.entries(currencies).flatMap(([code, values]) => {
    if (code === currency || (currency === undefined && code !== 'another value')) return [];
    const why =
      currency === undefined ? 'it is not three capitals' : `it is ${code}, and ${currency} was decided`;
    const how = 'migrate names the requests: move them apart';
    return point('payment moneyTransfers[].currency', values, why, how);
  });
  const unknown = pointed(undocumented).flatMap(({ kind, pointer, values }) => {
    if ([...drop, ...keep].some((name) => isNamed(name, pointer, kind))) return [];
    const field = `${kind} ${pointer}`;
    const why = 'it is not documented, so no V2 field receives it';
    const how = `ask the provider, or pass --drop '${pointer}' if it may be lost`;
    return point(field, values, why, how, { key: 'drop', value: field });
  });
  const refused = fields.flatMap(({ request, from, refused }) => {
    const field = `${request} ${from}`;
    const words = Object.entries(refusedValues).filter(([name]) => name.startsWith(`${field} `));
    const others = words.reduce((left, [, values]) => left - values, refused);
    const ofWords = words.flatMap(([name, values]) => {
      const word = name.slice(field.length + 1);
      if (word === 'null' || isDroppedValue(decided, pointerTo(from), word, request)) return [];
      const how = 'ask the provider for the V2 value, or name it under drop in --decisions';
      const decide = { key: 'drop', value: droppedValue(from, word) } as const;
      return point(field, values, `V2 documents no such value: ${word}`, how, decide);
    });
    const how = 'ask the provider for the V2 value';
    return [...ofWords, point(field, others, 'V2 documents no such value', how)];
  });
  const points = [senders, ...withoutV2(counts), ...ofCurrency, ...unknown, ...refused];
  return points.filter(({ values }) => values > 0);
}

/** Calls that V2 lacks or that go to a wrong host, and V1 names in V2 requests. */
function withoutV2({ undocumentedCalls, v2Hosts, otherSpelling }: AssessmentCounts): OpenPoint[] {
  const forms = undocumentedRows(undocumentedCalls).filter(({ role }) => role === 'opens V1 web forms');
  const { creating, others = [] } = hostsWithoutForms(v2Hosts) ?? {};
  const noForm = 'it opens V1 web forms, and the documentation has no V2 web form for it';
  return [
    ...forms.map(({ pattern, calls }) => point(pattern, calls, noForm, 'ask the provider what replaces it')),
    ...others.map((host) => {
      const { notFound = 0 } = v2Hosts[host] ?? {};
      const why = 'this host creates no web form';
      return point(`V2 requests to ${host}`, notFound, why, `send them to ${creating}`);
    }),
    ...Object.entries(otherSpelling.V2).map(([says, values]) =>
      point(`V2 ${says}`, values, 'a V2 request is spelled as V1 does', 'write it as V2 does'),
    ),
  ];
}

/** The pointer of a field in the table, with index 0 for lists. */
function pointerTo(from: string): string {
  return `/${stepsIn(from).join('/')}`.replaceAll('/[]', '/0');
}

/** Splits names such as `import /note`, and sorts them. */
function pointed(counts: Readonly<Record<string, number>>) {
  const names = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  return names.map(([name, values]) => {
    const [kind = '', ...pointer] = name.split(' ');
    return { kind: kind as RequestKind, pointer: pointer.join(' '), values };
  });
}

/** Counts the V1 imports that succeeded: with a web form (451), without one, and with an unknown status. */
function importFlows({ calls }: AssessmentCounts) {
  const counts = calls['importBankConnectionV1'];
  if (!counts) return { form: 0, noForm: 0, unknown: 0 };
  const { 451: form = 0, unknown = 0 } = counts.statuses;
  return { form, noForm: callsWithResponse('importBankConnectionV1', counts, 'success') - form, unknown };
}

/** Writes a dropped value as an item of `drop`, such as `accountTypes: [Pocket]`. A path is `moneyTransfers[].amount`. */
export function droppedValue(path: string, value: unknown): string {
  return `${path.replace(/\[\]$/, '')}: [${settingText(value)}]`;
}
