/** Plays a migration case: both flows, one after the other. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { sameDecimal } from '../../contracts/src/base/decimal.ts';
import { type Breach, type Finding, findingOf } from '../../contracts/src/base/finding.ts';
import { type FlowKind, flowKinds, flows } from '../../contracts/src/base/flows.ts';
import { isNumber, isObject, member } from '../../contracts/src/base/json-value.ts';
import { type Exchange, jsonOf } from '../../contracts/src/judge/exchange.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import { clauseOfPlace, compareFlow, isFailing } from '../../contracts/src/migration/compare-requests.ts';
import { mappingPath, rowAt } from '../../contracts/src/migration/content.ts';
import { isPersonal } from '../../contracts/src/migration/mapping-engine.ts';
import { migrateFlow } from '../../contracts/src/migration/migrate-request.ts';
import { only } from '../base/errors.ts';
import { type Callers, type CaseCall, example, fromResponse } from './call.ts';
import type { Case } from './case.ts';
import type { Control } from './control.ts';
import { callsOf, clausesMapped, type MigrationCase } from './migration-case.ts';
import { type CaseEvidence, playCase } from './run-case.ts';
import { filledBody, send } from './send.ts';
import type { Session, Target } from './session/session.ts';
import { DECIDED } from './test-data.ts';
import { dependsOn, OutOfReach, Unproven } from './unproven.ts';
import type { FlowPair } from './verdict.ts';

/** The calls of a request, with the test data of the target: V1 first, and last the V2 call that replaces them. */
async function filledCalls(target: Target, session: Session, flow: FlowKind, body: MigrationCase['v1']) {
  const planned = callsOf(flow);
  const [when] = flows[flow].v1;
  const v1 = (await filledBody(target, session, { when, send: body })) as object;
  const { v2 = {}, fields } = migrateFlow(flow, DECIDED, v1);
  const submission = { paymentId: fromResponse<number>(0, 'id'), interface: 'XS2A' };
  const calls = planned.map((call, at) => {
    const send = at === 0 ? v1 : at === planned.length - 1 ? v2 : submission;
    return { ...call, send } as CaseCall;
  });
  return { calls, v1, v2, fields };
}

/** Plays both flows, and compares the V2 request that the mapping makes with the one by hand, and the stored forms. */
export async function playMigration(
  target: Target,
  row: MigrationCase,
  evidence: CaseEvidence,
  callers: Callers,
): Promise<void> {
  const { clause, flow } = row;
  const session = await target.session(callers);
  const { calls, v1, v2 } = await filledCalls(target, session, flow, row.v1);
  const due = (await filledBody(target, session, { when: flows[flow].v2, send: row.v2 })) as object;
  const { findings } = evidence;
  const mapped = bodyDifferences(flow, due, v2, clause);
  findings.push(...mapped);
  // What the flows show of other clauses is not of the mapping.
  await playCase(target, playedAs(row, calls), { ...evidence, covers: new Set() }, callers);
  // The stored forms would only repeat what is wrong already.
  if (mapped.length === 0)
    try {
      findings.unshift(...(await storedFormFindings(target.control, row, evidence.exchanges)));
    } catch (error) {
      only(error, Unproven);
      const [first] = findings;
      throw first && error instanceof OutOfReach ? dependsOn(first.clause) : error;
    }
  const broken = new Set(findings.map((finding) => finding.clause));
  evidence.shown = [...clausesMapped(flow, v1)].filter((one) => !broken.has(one));
}

/**
 * Where the V2 request of the mapping differs from the one by hand, and which rule of the mapping that breaks. `otherwise` is broken by
 * what no row of the mapping names, where nothing else differs.
 */
export function bodyDifferences(flow: FlowKind, due: object, made: object, otherwise: ClauseId): Finding[] {
  const all = partDifferences(flow, due, made, '');
  const named = all.filter(({ pointer }) => clauseOfPlace(pointer, flow) !== undefined);
  return (named.length > 0 ? named : all).map(({ pointer, ...breach }) =>
    findingOf(clauseOfPlace(pointer, flow) ?? otherwise, { ...breach, pointer: `/request/body${pointer}` }),
  );
}

/** An object with a row of its own is another one where most of its fields are. */
function partDifferences(flow: FlowKind, due: unknown, made: unknown, pointer: string): Breach[] {
  const differs = (kind: Finding['kind'], expected?: string) => [{ kind, pointer, expected }];
  if (due === undefined) return differs('unexpected', 'none, as in V1');
  if (made === undefined) return differs('missing');
  if (!isTree(due) || !isTree(made) || Array.isArray(due) !== Array.isArray(made))
    return due === made || sameDecimal(due, made) ? [] : differs('value', 'that of V1');
  const names = [...new Set([...Object.keys(due), ...Object.keys(made)])];
  const fields = names.map((name) => ({
    isDue: Object.hasOwn(due, name),
    found: partDifferences(flow, member(due, name), member(made, name), `${pointer}/${name}`),
  }));
  const others = fields.filter(({ isDue, found }) => isDue && found.length > 0);
  const hasRow = rowAt(flow, mappingPath(pointer))?.type === 'object';
  if (hasRow && others.length > Object.keys(due).length / 2) return differs('value', 'that of V1');
  return fields.flatMap(({ found }) => found);
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isNumber(value);
}

/** The V2 call after those that it replaces. */
function playedAs({ clause, says, mayBeRefused }: MigrationCase, calls: readonly CaseCall[]): Case {
  const made = calls.map((call) => ({ ...call, ...(mayBeRefused && { mayBeRefused }) }));
  return { clause, says, given: '', first: made.slice(0, -1), ...made.at(-1) } as Case;
}

/** Every field that the stored V2 form lost, changed or added. Throws Unproven where there is no form of each flow. */
export async function storedFormFindings(
  control: Pick<Control, 'storedForm'> | undefined,
  { clause, flow }: Pick<MigrationCase, 'clause' | 'flow'>,
  exchanges: readonly Exchange[],
): Promise<Finding[]> {
  if (!control) return [];
  const responses = exchanges.map(({ response }) => response);
  const v1Id = responses
    .slice(0, -1)
    .flatMap(({ headers }) => idInUrl(headers['location']))
    .at(-1);
  const [v2Id] = responses.slice(-1).flatMap(({ body }) => idInResponse(jsonOf(body)));
  if (v1Id === undefined || v2Id === undefined) {
    const [flow, needs] =
      v1Id === undefined ? (['V1', 'V1-451-LOCATION'] as const) : (['V2', 'V2-FORM-URL'] as const);
    throw new Unproven(`the ${flow} flow returns no URL of its web form`, needs);
  }
  const [v1, v2] = await Promise.all([
    storedForm(control, v1Id, 'the id in the location of the V1 flow'),
    storedForm(control, v2Id, 'the id of the V2 web form'),
  ]);
  if (!isObject(v1) || !isObject(v2)) throw new Unproven('the control plane holds no form of each flow');
  const { fields } = compareFlow(flow, v1, v2, DECIDED);
  return fields.filter(isFailing).map(({ from, to, message, kind, expected, found }) => {
    const place = to ?? from ?? '';
    const subject = `of the stored web form, ${place}${kind ? '' : ` ${message}`}`;
    const breach = { kind: kind ?? 'value', pointer: `/stored${place}`, subject, expected, found };
    return findingOf(clauseOfPlace(place, flow) ?? clause, breach);
  });
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

/** The id of the form that a V2 call created: that of the response, else the one in its URL. */
function idInResponse(body: unknown): string[] {
  const [id, url] = [member(body, 'id'), member(body, 'url')];
  return typeof id === 'string' && id !== '' && typeof url === 'string' ? [id] : idInUrl(url);
}

const UUID = /[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}/gi;

/** The id of the form at a URL, which the documentation does not show: its last UUID, else the last step of the path. */
function idInUrl(url: unknown): string[] {
  if (typeof url !== 'string' || !URL.canParse(url)) return [];
  const { pathname, search, hash } = new URL(url);
  const id = (pathname + search + hash).match(UUID)?.at(-1) ?? pathname.split('/').findLast(Boolean);
  return [id ?? ''];
}

/** Who makes the calls that are shown side by side: V2 the user who makes those of migration cases, too. */
export const FLOW_USERS: Callers = {
  own: 'flows',
  user: 'flows',
  other: 'other user 1',
  isOwn: false,
  isGiven: false,
};

/** The two flows for the side-by-side view: the full examples of the documents, through the mapping. */
export async function flowPairs(target: Target): Promise<FlowPair[]> {
  try {
    const pairs: FlowPair[] = [];
    const session = await target.session(FLOW_USERS);
    for (const flow of flowKinds) pairs.push(await flowPair(target, session, flow));
    return pairs;
  } catch (error) {
    only(error, Unproven);
    // The cases report what has no response, each for its clause.
    return [];
  }
}

async function flowPair(target: Target, session: Session, flow: FlowKind): Promise<FlowPair> {
  const { calls, fields } = await filledCalls(target, session, flow, example(flows[flow].v1[0], 'full').body);
  const exchanges: Exchange[] = [];
  const made: FlowPair['v1'][number][] = [];
  for (const call of calls) {
    const isCreated = made.every(({ operation, status = 0 }) => isSuccess(operation, status));
    // Without a payment there is nothing to submit.
    if (call.when === 'submitPaymentV1' && !isCreated) continue;
    const exchange = await send(target, session, call, exchanges);
    exchanges.push(exchange);
    made.push(summary(call, exchange));
  }
  // The personal values that the test data of a target file put into the published example are not shown.
  const strike = (given: unknown) => (given === undefined ? given : '[personal]');
  const shown = fields.map((field) => {
    if (target.isOwn || !isPersonal(field)) return field;
    return { ...field, value: strike(field.value), becomes: strike(field.becomes) };
  });
  return { flow, v1: made.slice(0, -1), v2: made.slice(-1), fields: shown };
}

function summary({ when, then }: CaseCall, { response }: Exchange): FlowPair['v1'][number] {
  const places = { location: response.headers['location'], url: member(jsonOf(response.body), 'url') };
  // The documented place first: what else the response holds is a matter of other clauses.
  const due = then === 201 ? (['url', 'location'] as const) : (['location', 'url'] as const);
  const address = due.find((place) => places[place] !== undefined);
  return { operation: when, status: response.status, ...(address && { address }) };
}
