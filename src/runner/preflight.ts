/** Looks whether the addresses, prefixes and credentials of a target are right before anything is judged. */

import { InputError, only } from '../../contracts/src/base/errors.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import { withoutCredentials } from '../../contracts/src/base/redact.ts';
import { type Exchange, jsonOf } from '../../contracts/src/judge/exchange.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import type { CaseCall } from './call.ts';
import { refusalWords } from './refusals.ts';
import { send } from './send.ts';
import type { Session, Target } from './targets/target.ts';
import { NotAnswered, Unproven } from './unproven.ts';

const TOKEN: CaseCall = {
  when: 'createToken',
  send: { grant_type: 'client_credentials', client_id: '{clientId}', client_secret: '{clientSecret}' },
  then: '2XX',
};
const CONFIGURATION: CaseCall = { when: 'getClientConfiguration', then: '2XX' };
/** None of these creates anything. */
const FORMS: readonly CaseCall[] = [
  { when: 'createBankConnectionImport', as: 'no one', send: {}, then: 'refused' },
  { when: 'createBankConnectionImport', as: 'client', send: {}, then: 'refused' },
  { when: 'createStandalonePayment', as: 'client', send: {}, then: 'refused' },
];

/** What a preflight sends at most. */
export const preflightCalls = [TOKEN, CONFIGURATION, ...FORMS].map(({ when }) => ({ call: when }));

/** Says what was found, and whether it is right. */
export type ReportCheck = (check: string, found: string, isRight?: boolean) => void;

/** The statuses of a path that is not there. */
const NOT_THERE = [404, 405, 501];

/** Throws InputError, in one line, for what makes every case fail. A provider's own faults are left to the cases. */
export async function preflight(target: Target, report: ReportCheck = () => {}): Promise<void> {
  try {
    await lookAt(target, await target.session(), report);
  } catch (error) {
    only(error, Unproven);
    throw new InputError(`${error.message}.`);
  }
}

async function lookAt(target: Target, session: Session, report: ReportCheck): Promise<void> {
  const { name, wire } = target;
  const [accessUrl, webFormUrl] = [target.accessUrl, target.webFormUrl].map(withoutCredentials);
  const fail = (words: string): never => {
    throw new InputError(`${name}: ${words}.`);
  };
  const { request, response } = fromApi(name, await send(target, session, TOKEN));
  const { status } = response;
  const answered = `POST ${shownUrl(request.url)} is answered with ${status}`;
  if (NOT_THERE.includes(status)) {
    const swapped = await send({ ...target, accessUrl: target.webFormUrl }, session, TOKEN);
    if (isSuccess('createToken', swapped.response.status))
      fail(`accessUrl and webFormUrl are swapped: ${webFormUrl} issues the tokens`);
    fail(`${answered}; check accessUrl, settings.accessPrefix and settings.tokenPrefix`);
  }
  if (!isSuccess('createToken', status)) {
    const words = refusalWords({ request, response });
    fail(`${answered}${words && `, "${words}"`}; check the client credentials and settings.tokenEncoding`);
  }
  report('access API', 'answers');
  report('credentials', 'the client gets a token');
  const issued = member(jsonOf(response.body), 'access_token');
  const asClient = { ...session, token: async () => (typeof issued === 'string' ? issued : undefined) };
  const found = await statusOf(async () => fromApi(name, await send(target, asClient, CONFIGURATION)));
  const configuration = `${wire.accessPrefix}/clientConfiguration`;
  if (NOT_THERE.includes(found))
    fail(`GET ${accessUrl}${configuration} is not there; check settings.accessPrefix`);
  // A service may refuse a token before it looks for the path.
  if (found !== 401) report('prefix', `GET ${configuration} is there`);
  let hasForms = false;
  // A provider may hide a path from a caller without a token.
  for (const call of FORMS)
    hasForms ||= !NOT_THERE.includes(fromApi(name, await send(target, session, call)).response.status);
  if (!hasForms) fail(`${webFormUrl} knows no call of Web Form V2; check webFormUrl`);
  report('Web Form V2', 'answers');
  await lookAtControl(target);
  const { date = '' } = response.headers;
  report('clock', clockText(target, date), !Number.isNaN(Date.parse(date)));
}

/** What else a control plane may lack is left to the cases. */
async function lookAtControl({ name, control }: Target): Promise<void> {
  try {
    await control?.now();
  } catch (error) {
    only(error, Unproven);
    if (error instanceof NotAnswered) throw new InputError(`${name}: ${error.message}; check controlUrl.`);
  }
}

/** The exchange. Throws InputError for a redirect or HTML, which no API answers with. */
function fromApi(name: string, exchange: Exchange): Exchange {
  const { request, response } = exchange;
  const { status, headers, body } = response;
  const call = `${name}: ${request.method} ${shownUrl(request.url)} is`;
  if (status >= 300 && status < 400) {
    const to = shownUrl(headers['location'] ?? 'another address');
    throw new InputError(`${call} redirected to ${to} (${status}); check the address.`);
  }
  if (status < 300 && body && 'text' in body && /^\s*</.test(body.text))
    throw new InputError(`${call} answered with HTML, not JSON: a login page or a proxy?`);
  return exchange;
}

/** A query may hold secrets, as that of a token request does. */
function shownUrl(url: string): string {
  return withoutCredentials(url).split('?')[0] ?? '';
}

/** A token that no header can hold is left to the cases: no status then. */
async function statusOf(answer: () => Promise<Exchange>): Promise<number> {
  try {
    return (await answer()).response.status;
  } catch (error) {
    only(error, Unproven);
    return 0;
  }
}

const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

/**
 * How far the clock of the target is from ours, by the Date header, which has whole seconds. Without a control plane,
 * execution dates are days from today by our clock: a difference of as many days or more ends the run.
 */
function clockText({ name, control, testData }: Target, date: string): string {
  const seconds = Math.round((Date.parse(date) - Date.now()) / 1000);
  if (Number.isNaN(seconds)) return 'not compared with ours: the answers have no Date header';
  const difference =
    Math.abs(seconds) < 2 ? 'as ours' : `${spanText(seconds)} ${seconds > 0 ? 'ahead of' : 'behind'} ours`;
  if (control) return `${difference}; dates are taken from the control plane`;
  const limit = Math.max(Math.min(...testData.executionDays) * 86_400, 3600);
  if (Math.abs(seconds) < limit) return `${difference}; it matters from ${spanText(limit)} on`;
  throw new InputError(
    `${name}: its clock is ${difference}, and payments are executed ${spanText(limit)} from today by our clock; set the clock that is wrong, or testData.executionDays.`,
  );
}

/** In the largest unit of which it has two: 3 days, 47 hours. */
function spanText(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= 2 * size) ?? ['seconds', 1];
  return `${Math.round(Math.abs(seconds) / size)} ${unit}`;
}
