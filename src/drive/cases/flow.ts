/** Runs a V1 flow and the Web Form V2 call that replaces it, with the V2 request made by the mapping. */
import type { Exchange } from '../../../contracts/src/judge/exchange.ts';
import { jsonOf, member } from '../../../contracts/src/judge/exchange.ts';
import type { Finding } from '../../../contracts/src/judge/finding.ts';
import { judge } from '../../../contracts/src/judge/judge.ts';
import { type Migrated, migrateImport, migratePayment } from '../../../contracts/src/migration/migrate.ts';
import type { BodyOf, Call } from '../calls/call.ts';
import { send } from '../calls/send.ts';
import type { Target } from '../targets/target.ts';
import type { FlowCall, FlowPair } from '../verdict.ts';

/** The V1 request of a flow; a payment names the currency that V1 never asked for. */
export type FlowRequest =
  | { readonly flow: 'import'; readonly v1: BodyOf<'importBankConnectionV1'> }
  | { readonly flow: 'payment'; readonly v1: BodyOf<'createMoneyTransferV1'>; readonly currency: string };

export interface FlowRun {
  readonly pair: FlowPair;
  readonly v2: Migrated['v2'];
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly Finding[];
}

/** Throws NoAnswer when a call gets none. */
export async function runFlow(target: Target, request: FlowRequest): Promise<FlowRun> {
  const { v2, fields } = migrated(request);
  const session = await target.session();
  const called: Calling = async (call) => ({ call, exchange: await send(target, session, call) });
  const v1Calls = await v1Flow(called, request);
  const v2Calls = v2 ? [await called(v2Call(request.flow, v2))] : [];
  const calls = [...v1Calls, ...v2Calls];
  return {
    pair: { flow: request.flow, v1: v1Calls.map(summary), v2: v2Calls.map(summary), fields },
    v2,
    exchanges: calls.map(({ exchange }) => exchange),
    findings: calls.flatMap(({ call, exchange }) => judge(call.when, exchange, target.settings)),
  };
}

interface Called {
  readonly call: Call;
  readonly exchange: Exchange;
}

type Calling = (call: Call) => Promise<Called>;

async function v1Flow(called: Calling, request: FlowRequest): Promise<Called[]> {
  if (request.flow === 'import') {
    return [await called({ when: 'importBankConnectionV1', send: request.v1, then: 451 })];
  }
  const create = await called({ when: 'createMoneyTransferV1', send: request.v1, then: '2XX' });
  const paymentId = member(jsonOf(create.exchange.response.body), 'id');
  if (typeof paymentId !== 'number') return [create];
  const submission = { paymentId, interface: 'XS2A' };
  return [create, await called({ when: 'submitPaymentV1', send: submission, then: 451 })];
}

function migrated(request: FlowRequest): Migrated {
  return request.flow === 'import'
    ? migrateImport(request.v1)
    : migratePayment(request.v1, { currency: request.currency });
}

function v2Call(flow: FlowRequest['flow'], v2: object): Call {
  return flow === 'import'
    ? { when: 'createBankConnectionImport', send: v2, then: 201 }
    : { when: 'createStandalonePayment', send: v2, then: 201 };
}

function summary({ call, exchange: { response } }: Called): FlowCall {
  const base = { operation: call.when, status: response.status };
  const places = {
    location: response.headers['location'],
    url: member(jsonOf(response.body), 'url'),
  };
  // Where it is due comes first: what is beside it is a matter of other clauses.
  const due = call.then === 201 ? (['url', 'location'] as const) : (['location', 'url'] as const);
  const address = due.find((place) => places[place] !== undefined);
  return address ? { ...base, address } : base;
}
