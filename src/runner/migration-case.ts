/** A migration case: a V1 request runs its flow, and the V2 request that the mapping makes of it loses nothing. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { defaultTestData, type TestData } from '../../contracts/generated/test-data.ts';
import { only } from '../../contracts/src/base/errors.ts';
import { isNumber, member } from '../../contracts/src/base/json-value.ts';
import { type Exchange, jsonOf } from '../../contracts/src/judge/exchange.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import {
  clauseAt,
  compareImport,
  comparePayment,
  isFailing,
} from '../../contracts/src/migration/compare-requests.ts';
import { isPersonal } from '../../contracts/src/migration/mapping-engine.ts';
import { namesOf, table } from '../../contracts/src/migration/mapping-table.ts';
import {
  type Migrated,
  migrateImport,
  migratePayment,
} from '../../contracts/src/migration/migrate-request.ts';
import { bodyDifferences } from './body-differences.ts';
import {
  type CaseCall,
  documentedOutcome,
  EXAMPLE_VALUES,
  example,
  fieldOf,
  fill,
  type RequestBodyOf,
} from './call.ts';
import { type Callers, FIRST_USERS } from './callers.ts';
import { type CaseFile, caseFile } from './case.ts';
import type { Control } from './control.ts';
import { notSentByMigration } from './not-sent.ts';
import { refusedText } from './refusals.ts';
import {
  type CaseJudgement,
  type CasePlace,
  caseResult,
  judgeProvider,
  retryWithOwnUser,
} from './run-case.ts';
import { filledBody, send } from './send.ts';
import type { Session, Target } from './targets/target.ts';
import { fitToTestData, isThere } from './test-data.ts';
import { OutOfReach, Unproven } from './unproven.ts';
import type { CaseFinding, CaseResult, FlowCall, FlowPair } from './verdict.ts';

/** The V1 request of a flow; a payment names the currency that V1 does not state. */
export type FlowRequest =
  | { readonly flow: 'import'; readonly v1: RequestBodyOf<'importBankConnectionV1'> }
  | {
      readonly flow: 'payment';
      readonly v1: RequestBodyOf<'createMoneyTransferV1'>;
      readonly currency: string;
    };

export type MigrationCase = {
  readonly clause: ClauseId;
  /** What becomes of the request, in the present tense. */
  readonly says: string;
  /** What the flows must meet beside the mapped request; undefined where they meet it. */
  readonly also?: (flow: FlowRun) => string | undefined;
  /** A provider that refuses such values keeps the documentation: the case is out of reach then. */
  readonly mayBeRefused?: true;
} & (
  | (Extract<FlowRequest, { flow: 'import' }> & { readonly v2: RequestBodyOf<'createBankConnectionImport'> })
  | (Extract<FlowRequest, { flow: 'payment' }> & { readonly v2: RequestBodyOf<'createStandalonePayment'> })
);

export type MigrationCases = CaseFile<MigrationCase>;

/** The migration cases of a module: `migrationCases(import.meta.url, [ … ])`. */
export const migrationCases = caseFile<MigrationCase>;

/** The case as a sentence. */
export function migrationSentence({ flow, says }: Pick<MigrationCase, 'flow' | 'says'>): string {
  return `given a V1 ${flow}, the migration ${says}`;
}

/** The clauses of the mapping that a V1 request shows something of: of its fields, and of the submission that falls away. */
export function clausesMapped(flow: FlowRequest['flow'], v1: unknown): Set<ClauseId> {
  const isSent = (from: string) =>
    isThere(
      v1,
      namesOf(from).map((name) => (name === '[]' ? '*' : name)),
    );
  const rows = table[flow].filter(({ from }) => from !== null && isSent(from));
  const submitted = flow === 'payment' ? table.submit : [];
  return new Set([...rows, ...submitted].map(({ clause }) => clause as ClauseId));
}

/** Those that a case shows when all goes well. */
export function coveredByMigration(
  { testData }: { readonly testData?: Partial<TestData> },
  { flow, v1 }: MigrationCase,
): Set<ClauseId> {
  return clausesMapped(
    flow,
    fitToTestData(fill(v1, EXAMPLE_VALUES), undefined, { ...defaultTestData, ...testData }),
  );
}

/** The calls of a flow, V1 first, and the outcome of each where it goes well. */
export const flowCalls: Readonly<Record<FlowRequest['flow'], readonly Pick<CaseCall, 'when' | 'then'>[]>> = {
  import: [
    { when: 'importBankConnectionV1', then: 451 },
    { when: 'createBankConnectionImport', then: 201 },
  ],
  payment: [
    { when: 'createMoneyTransferV1', then: '2XX' },
    { when: 'submitPaymentV1', then: 451 },
    { when: 'createStandalonePayment', then: 201 },
  ],
};

/** The V1 flow and the V2 call that replaces it, as they went. */
export interface FlowRun {
  readonly pair: FlowPair;
  readonly v2: Migrated['v2'];
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly CaseFinding[];
}

/** Runs both flows, with the V2 request that the mapping makes. Throws Unproven when a call gets no answer. */
async function runFlow(target: Target, request: FlowRequest): Promise<FlowRun> {
  const session = await target.session(FIRST_USERS);
  return runFilled(target, session, await filledRequest(target, session, request));
}

/** The request with the test data of the target in it; of a migration case, the V2 request too. */
async function filledRequest<Request extends FlowRequest>(
  target: Target,
  session: Session,
  request: Request,
): Promise<Request> {
  const isImport = request.flow === 'import';
  const v1 = isImport ? 'importBankConnectionV1' : 'createMoneyTransferV1';
  const v2 = isImport ? 'createBankConnectionImport' : 'createStandalonePayment';
  const filled = (when: CaseCall['when'], send: object) => filledBody(target, session, { when, send });
  return {
    ...request,
    v1: await filled(v1, request.v1),
    ...('v2' in request && { v2: await filled(v2, request.v2 as object) }),
  };
}

async function runFilled(target: Target, session: Session, request: FlowRequest): Promise<FlowRun> {
  const { v2, fields } =
    request.flow === 'import'
      ? migrateImport(request.v1)
      : migratePayment(request.v1, { currency: request.currency });
  const called = async (call: CaseCall): Promise<Called> => ({
    call,
    exchange: await send(target, session, call),
  });
  const v1Calls = await v1Flow(called, request);
  const v2Calls = v2 ? [await called(v2Call(request.flow, v2))] : [];
  const calls = [...v1Calls, ...v2Calls];
  return {
    pair: {
      flow: request.flow,
      v1: v1Calls.map(summary),
      v2: v2Calls.map(summary),
      fields,
    },
    v2,
    exchanges: calls.map(({ exchange }) => exchange),
    findings: calls.flatMap(({ call, exchange }, at) =>
      judgeProvider(call.when, exchange, target.settings).found.map((it) => ({ ...it, exchange: at })),
    ),
  };
}

interface Called {
  readonly call: CaseCall;
  readonly exchange: Exchange;
}

async function v1Flow(called: (call: CaseCall) => Promise<Called>, request: FlowRequest): Promise<Called[]> {
  if (request.flow === 'import')
    return [await called({ when: 'importBankConnectionV1', send: request.v1, then: 451 })];
  const create = await called({ when: 'createMoneyTransferV1', send: request.v1, then: '2XX' });
  const paymentId = fieldOf(create.exchange, 'id');
  if (!isNumber(paymentId)) return [create];
  const submission = { paymentId, interface: 'XS2A' };
  return [create, await called({ when: 'submitPaymentV1', send: submission, then: 451 })];
}

function v2Call(flow: FlowRequest['flow'], v2: object): CaseCall {
  return flow === 'import'
    ? { when: 'createBankConnectionImport', send: v2, then: 201 }
    : { when: 'createStandalonePayment', send: v2, then: 201 };
}

function summary({ call, exchange: { response } }: Called): FlowCall {
  const base = { operation: call.when, status: response.status };
  const places = { location: response.headers['location'], url: member(jsonOf(response.body), 'url') };
  // The documented place first: what else the answer holds is a matter of other clauses.
  const due = call.then === 201 ? (['url', 'location'] as const) : (['location', 'url'] as const);
  const address = due.find((place) => places[place] !== undefined);
  return address ? { ...base, address } : base;
}

export function runMigrationCase(
  target: Target,
  row: MigrationCase,
  { file, callers }: CasePlace,
): Promise<CaseResult> {
  const run = (by = callers) => migrated(target, row, file, by);
  return retryWithOwnUser(target, flowCalls[row.flow], callers, run);
}

function migrated(target: Target, row: MigrationCase, file: string, callers: Callers): Promise<CaseResult> {
  return caseResult({ clause: row.clause, says: migrationSentence(row), file }, async (evidence) => {
    const why = notSentByMigration(row, target.testData);
    if (why) throw why;
    const session = await target.session(callers);
    const filled = await filledRequest(target, session, row);
    const run = await runFilled(target, session, filled);
    evidence.exchanges.push(...run.exchanges);
    const { findings } = run;
    const mapped = bodyDifferences(row.flow, filled.v2, run.v2 ?? {}, row.clause).map((it) => ({
      ...it,
      pointer: `/request/body${it.pointer}`,
    }));
    // The stored forms would only repeat what is wrong already.
    if (mapped.length > 0) return shownBy(filled, [...mapped, ...findings]);
    const end = endOfFlow(target, run);
    if (end !== undefined && row.mayBeRefused && findings.length === 0)
      throw new OutOfReach(`${end}, which it may`, 'testData');
    if (end !== undefined) return { findings, shown: [], unproven: end };
    const also = row.also?.(run);
    if (also !== undefined) {
      const own = { clause: row.clause, pointer: '/response', message: also };
      return shownBy(filled, [own, ...findings]);
    }
    try {
      return shownBy(filled, [...(await storedFormsOf(target, row, run)), ...findings]);
    } catch (error) {
      only(error, Unproven);
      const [first] = findings;
      if (!first) throw error;
      const why = error instanceof OutOfReach ? { needs: first.clause } : { unproven: error.message };
      return { findings, shown: [], ...why };
    }
  });
}

/** The findings, and what the request shows of the mapping beside what they break. */
function shownBy({ flow, v1 }: FlowRequest, findings: readonly CaseFinding[]): CaseJudgement {
  const broken = new Set(findings.map(({ clause }) => clause));
  return { findings, shown: [...clausesMapped(flow, v1)].filter((clause) => !broken.has(clause)) };
}

/** Where a flow ended without its web form; undefined for flows that came to their ends. */
function endOfFlow(target: Target, { pair, exchanges }: FlowRun): string | undefined {
  for (const [index, { operation, status }] of [...pair.v1, ...pair.v2].entries()) {
    const exchange = exchanges[index];
    if (!exchange || !status || isSuccess(operation, status)) continue;
    const call = { when: operation, then: documentedOutcome(operation) } as CaseCall;
    return `${refusedText(target, call, exchange)}, and the flow ends there`;
  }
  return undefined;
}

/** The findings on the stored forms of both flows. Throws OutOfReach where the control plane does not show them. */
async function storedFormsOf(
  { control }: Target,
  row: MigrationCase,
  { exchanges, pair }: FlowRun,
): Promise<CaseFinding[]> {
  if (!control) return [];
  const flows = { v1: exchanges.slice(0, pair.v1.length), v2: exchanges.slice(pair.v1.length) };
  return storedFormFindings(control, row.clause, row, flows);
}

/** The clauses on the addresses by which the stored forms are found. */
const TO_THE_FORM: readonly ClauseId[] = ['V1-451-LOCATION', 'V2-FORM-URL', 'V2-FORM-ID-UNIQUE'];

/** Every field that the stored V2 form lost, changed or added. Throws Unproven where there is no form of each flow. */
export async function storedFormFindings(
  control: Pick<Control, 'storedForm'>,
  clause: ClauseId,
  request: FlowRequest,
  flows: Readonly<Record<'v1' | 'v2', readonly Exchange[]>>,
): Promise<CaseFinding[]> {
  const v1Id = flows.v1.flatMap(({ response }) => idInAddress(response.headers['location'])).at(-1);
  const v2Id = flows.v2.flatMap(({ response }) => idInAnswer(jsonOf(response.body))).at(-1);
  if (v1Id === undefined || v2Id === undefined) {
    const flow = v1Id === undefined ? 'V1' : 'V2';
    throw new Unproven(`the ${flow} flow returns no address of its web form`);
  }
  const [v1, v2] = await Promise.all([
    storedForm(control, v1Id, 'the id in the location of the V1 flow'),
    storedForm(control, v2Id, 'the id of the V2 web form'),
  ]);
  if (!isBody(v1) || !isBody(v2)) throw new Unproven('the control plane holds no form of each flow');
  const { fields } =
    request.flow === 'import'
      ? compareImport(v1, v2)
      : comparePayment(v1, v2, { currency: request.currency });
  return fields.filter(isFailing).map(({ from, to, message }) => ({
    clause: clauseAt(to ?? from ?? '', request.flow) ?? clause,
    unless: TO_THE_FORM,
    pointer: `/stored${to ?? from}`,
    message: `of the stored web form, ${to ?? from} ${message}`,
  }));
}

/** Throws OutOfReach where the control plane does not show the form. `origin` says where its id is from. */
async function storedForm(control: Pick<Control, 'storedForm'>, id: string, origin: string) {
  try {
    return await control.storedForm(id);
  } catch (error) {
    only(error, OutOfReach);
    // An id with digits is another one in every case, and one reason serves them all.
    const words = /\d/.test(id) ? error.message.replace(encodeURIComponent(id), '{id}') : error.message;
    throw new OutOfReach(`${words}, ${origin}`);
  }
}

/** The id of the form that a V2 call created: that of the answer, else the one in its address. */
function idInAnswer(answer: unknown): string[] {
  const [id, url] = [member(answer, 'id'), member(answer, 'url')];
  return typeof id === 'string' && id !== '' && typeof url === 'string' ? [id] : idInAddress(url);
}

const UUID = /[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}/gi;

/** The id of the form at an address, which the documentation does not show: its last UUID, else the last step of the path. */
function idInAddress(address: unknown): string[] {
  if (typeof address !== 'string' || !URL.canParse(address)) return [];
  const { pathname, search, hash } = new URL(address);
  const id = (pathname + search + hash).match(UUID)?.at(-1) ?? pathname.split('/').findLast(Boolean);
  return [id ?? ''];
}

function isBody(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The flow without the personal values that the test data of a target file put into the published example. */
function withoutTestData(pair: FlowPair): FlowPair {
  const fields = pair.fields.map((field) => {
    if (!isPersonal(field)) return field;
    const { value, becomes } = field;
    const strike = (given: unknown) => (given === undefined ? given : '[personal]');
    return { ...field, value: strike(value), becomes: strike(becomes) };
  });
  return { ...pair, fields };
}

/** The two flows for the side-by-side view: the full examples of the documents, through the mapping. */
export async function flowPairs(target: Target): Promise<FlowPair[]> {
  const v1Import = example('importBankConnectionV1', 'full').body;
  const v1Payment = example('createMoneyTransferV1', 'full').body;
  try {
    const pairs = [
      (await runFlow(target, { flow: 'import', v1: v1Import })).pair,
      (await runFlow(target, { flow: 'payment', v1: v1Payment, currency: 'EUR' })).pair,
    ];
    return target.traces ? pairs.map(withoutTestData) : pairs;
  } catch (error) {
    only(error, Unproven);
    // The cases report what has no answer, each for its clause.
    return [];
  }
}
