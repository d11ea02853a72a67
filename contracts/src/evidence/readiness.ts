/** What an assessment says of the move to Web Form V2: what is ready, what is to be decided, and what has no place. */
import { count } from '../base/text.ts';
import { type ResponseClass, responseClass } from '../judge/operation.ts';
import { isNamed, type MigrationDecisions } from '../migration/mapping-engine.ts';
import { type Fate, type RequestKind, table, type Version } from '../migration/mapping-table.ts';
import {
  type Assessment,
  type CallCounts,
  type FieldUse,
  type PaymentFlows,
  type ReplacedRequests,
  rowName,
} from './assessment.ts';
import { FLOW_OPERATIONS, type FlowOperation } from './recorded-flows.ts';

/** Calls of one operation. */
interface AssessedCalls extends CallCounts {
  readonly operation: FlowOperation;
  readonly version: Version;
  /** With an error response, or one of a busy service. */
  readonly refused: number;
}

/** A V1 field, and what becomes of it. */
interface AssessedField extends FieldUse {
  readonly request: RequestKind;
  readonly from: string;
  readonly to: string | null;
  readonly fate: Fate;
  /** In words, or `nothing`. */
  readonly loses: string;
}

/** A field of a V1 answer. */
interface AssessedAnswerField {
  /** `451` or `2XX`, and the field. */
  readonly from: string;
  readonly to: string | null;
  readonly calls: number;
  readonly loses: string;
}

/** An undocumented field of V1 requests or answers. */
interface UndocumentedUse {
  /** The request, or `451` or `2XX`. */
  readonly in: string;
  /** JSON Pointer, `*` for any index and for a name that may be a value. */
  readonly pointer: string;
  readonly count: number;
}

/** A decision that is open, or a field that has no place; `values` is how often it was sent. */
export interface OpenPoint {
  /** A row of the table, or a request and a pointer. */
  readonly field: string;
  readonly values: number;
  readonly why: string;
  /** What to do. */
  readonly how: string;
}

export interface Readiness {
  /** `unreadable` where a record or file that cannot be read may hold a V1 request, and where no V1 call of a kind succeeds. */
  readonly verdict: 'ready' | 'decisions' | 'not ready' | 'unreadable';
  /** The verdict in words. */
  readonly says: string;
  readonly records: number;
  readonly broken: number;
  readonly others: number;
  /** V1 calls that are still sent. */
  readonly v1Calls: number;
  readonly calls: readonly AssessedCalls[];
  readonly flows: {
    /** V1 imports and V1 payments, by whether one of their calls was answered with 451. */
    readonly imports: { readonly form: number; readonly noForm: number; readonly unknown: number };
    readonly payments: Omit<PaymentFlows, 'creates' | 'submissions'> & {
      readonly notSubmitted: number;
      /** Calls that name no payment, so that they cannot be paired. */
      readonly unpaired: number;
      /** Calls of payments beyond the number that is followed. */
      readonly notFollowed: number;
    };
  };
  readonly fields: readonly AssessedField[];
  readonly undocumented: readonly UndocumentedUse[];
  readonly answers: readonly AssessedAnswerField[];
  /** Rows of the table that no request exercised. */
  readonly neverUsed: readonly string[];
  readonly replaced: Readonly<Record<'import' | 'payment', ReplacedRequests>>;
  readonly decisions: readonly OpenPoint[];
  readonly noPlace: readonly OpenPoint[];
  /** What all this follows from; the counts of parts of a recording are added. */
  readonly counts: Assessment;
  readonly decided: MigrationDecisions;
}

const NO_USE: FieldUse = { calls: 0, values: 0, refused: 0 };
const KINDS = ['import', 'payment', 'submit'] as const;

export function readiness(assessment: Assessment, decided: MigrationDecisions = {}): Readiness {
  const calls = (Object.keys(FLOW_OPERATIONS) as FlowOperation[]).flatMap((operation): AssessedCalls[] => {
    const counts = assessment.calls[operation];
    const { version } = FLOW_OPERATIONS[operation];
    return counts
      ? [{ operation, version, refused: callsOf(operation, counts, 'error', 'busy'), ...counts }]
      : [];
  });
  const total = (version?: Version) =>
    calls.reduce((sum, each) => (version && each.version !== version ? sum : sum + each.calls), 0);
  const fields = KINDS.flatMap((request) => requestRows(request, assessment));
  const undocumented = Object.entries(assessment.undocumented)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, times]): UndocumentedUse => {
      const [place = '', ...pointer] = name.split(' ');
      return { in: place, pointer: pointer.join(' '), count: times };
    });
  const found = {
    records: assessment.records,
    broken: assessment.broken,
    others: assessment.records - assessment.broken - total(),
    v1Calls: total('V1'),
    calls,
    flows: { imports: importFlows(assessment), payments: paymentFlows(assessment) },
    fields: fields.filter((field) => field.calls > 0),
    undocumented,
    answers: answerRows(assessment),
    neverUsed: fields.flatMap((field) => (field.calls > 0 ? [] : `${field.request} ${field.from}`)),
    replaced: assessment.replaced,
    decisions: openDecisions(fields, assessment.fields, decided),
    noPlace: withoutPlace(fields, undocumented, decided),
    counts: assessment,
    decided,
  };
  return { ...verdictOf(found), ...found };
}

/** The gravest first. */
function verdictOf({
  noPlace,
  decisions,
  calls,
  v1Calls,
  counts,
}: Omit<Readiness, 'verdict' | 'says'>): Pick<Readiness, 'verdict' | 'says'> {
  // No call shows that the service takes such a request, so what it holds decides nothing.
  const noneOf = (version: Version) => {
    const never = calls.filter((each) => callsOf(each.operation, each, 'success', 'none') === 0);
    const names = never.flatMap((each) => (each.version === version ? each.operation : []));
    return names.length > 0 ? `no ${names.join(' and no ')} succeeds` : undefined;
  };
  const notReady = (why: string) => ({ verdict: 'not ready', says: `not ready: ${why}` }) as const;
  const unknown = (why: string) => ({ verdict: 'unreadable', says: `unknown: ${why}` }) as const;
  const unread = counts.broken + counts.bodiless;
  const withoutRequest = `${count(unread, 'record or file', 'records or files')} without a readable request`;
  const orphans = counts.payments.withoutCreate;
  const [noV1, noV2] = [noneOf('V1'), noneOf('V2')];

  if (noPlace.length > 0)
    return notReady(`${count(noPlace.length, 'field')} ${noPlace.length === 1 ? 'has' : 'have'} no place`);
  if (noV2 !== undefined) return notReady(noV2);
  if (decisions.length > 0) {
    const open = count(decisions.length, 'decision');
    const says = unread > 0 ? `${open} to take, and ${withoutRequest}` : `ready after ${open}`;
    return { verdict: 'decisions', says };
  }
  if (unread > 0) return unknown(withoutRequest);
  if (orphans > 0) return unknown(`${count(orphans, 'submission')} without a recorded create`);
  if (calls.length === 0) return unknown('no call of either version');
  if (noV1 !== undefined) return unknown(noV1);
  return { verdict: 'ready', says: v1Calls === 0 ? 'ready: no V1 call is left' : 'ready' };
}

/** How many calls had a response of one of these classes. */
function callsOf(operation: FlowOperation, { statuses }: CallCounts, ...classes: ResponseClass[]): number {
  return Object.entries(statuses).reduce((sum, [status, calls]) => {
    const found = responseClass(operation, status === 'unknown' ? undefined : Number(status));
    return classes.includes(found) ? sum + calls : sum;
  }, 0);
}

function requestRows(request: RequestKind, { fields }: Assessment): AssessedField[] {
  return table[request].flatMap((row) => {
    const { from, to, fate, loses } = row;
    return from === null
      ? []
      : [{ request, from, to, fate, loses, ...(fields[rowName(row, request)] ?? NO_USE) }];
  });
}

function answerRows({ fields }: Assessment): AssessedAnswerField[] {
  return table.answers.flatMap((row) => {
    const { calls } = fields[row.from ?? ''] ?? NO_USE;
    return row.from === null || calls === 0 ? [] : [{ from: row.from, to: row.to, calls, loses: row.loses }];
  });
}

/** The values that V1 does not carry, and the documented fields that V2 has no place for. */
function openDecisions(
  fields: readonly AssessedField[],
  uses: Assessment['fields'],
  { currency, drop = [] }: MigrationDecisions,
): OpenPoint[] {
  const open: OpenPoint[] = [];
  for (const added of table.payment.filter(({ from }) => from === null)) {
    const { values } = uses[rowName(added, 'payment')] ?? NO_USE;
    if (values === 0 || currency !== undefined) continue;
    const how = 'decide it for your amounts, then pass --currency EUR';
    open.push({ field: `payment ${added.to}`, values, why: added.why, how });
  }
  for (const { request, from, to, values, loses } of fields) {
    // The single call of V2 is the answer to the id that joins the two calls of V1.
    if (to !== null || values === 0 || from === 'paymentId' || drop.some((name) => isNamed(name, `/${from}`)))
      continue;
    const how = `pass --drop ${from} if it may be lost`;
    open.push({ field: `${request} ${from}`, values, why: `${loses} has no place in V2`, how });
  }
  return open;
}

/** Whether --drop names the undocumented field at this pointer, which has `*` for any index. */
export function isNamedField(name: string, pointer: string): boolean {
  return pointer === name || isNamed(name, pointer.replaceAll('/*', '/0'));
}

/** What V2 cannot receive: fields that are not documented, and values that it does not list. */
function withoutPlace(
  fields: readonly AssessedField[],
  undocumented: readonly UndocumentedUse[],
  { drop = [] }: MigrationDecisions,
): OpenPoint[] {
  const sent = undocumented.filter(({ in: place }) => KINDS.some((kind) => kind === place));
  return [
    ...sent
      .filter(({ pointer }) => !drop.some((name) => isNamedField(name, pointer)))
      .map(({ in: request, pointer, count: values }) => ({
        field: `${request} ${pointer}`,
        values,
        why: 'it is not documented, so no V2 field receives it',
        how: `ask the provider, or pass --drop '${pointer}' if it may be lost`,
      })),
    ...fields
      .filter((field) => field.refused > 0)
      .map((field) => ({
        field: `${field.request} ${field.from}`,
        values: field.refused,
        why: 'V2 documents no such value',
        how: 'ask the provider for the V2 value',
      })),
  ];
}

function importFlows({ calls }: Assessment): Readiness['flows']['imports'] {
  const { calls: all = 0, statuses = {} } = calls.importBankConnectionV1 ?? {};
  const form = statuses['451'] ?? 0;
  const unknown = statuses['unknown'] ?? 0;
  return { form, noForm: all - form - unknown, unknown };
}

function paymentFlows({ calls, payments }: Assessment): Readiness['flows']['payments'] {
  const both = [calls.createMoneyTransferV1, calls.submitPaymentV1];
  const all = both.reduce((sum, each) => sum + (each?.calls ?? 0), 0);
  const unpaired = both.reduce((sum, each) => sum + (each?.unpaired ?? 0), 0);
  const { creates, submissions, ...flows } = payments;
  const notFollowed = all - unpaired - creates - submissions;
  return { ...flows, notSubmitted: creates - flows.submitted, unpaired, notFollowed };
}
