/** Looks whether the addresses, prefixes and credentials of a target are right before anything is judged. */

import { operations } from '../../contracts/generated/operations.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import { type Exchange, jsonOf } from '../../contracts/src/judge/exchange.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import { withoutCredentials } from '../base/call-text.ts';
import { InputError, only } from '../base/errors.ts';
import { certificateHint } from '../http/http-sender.ts';
import type { CaseCall } from './call.ts';
import { NOT_THERE, refusalWords } from './refusals.ts';
import { send } from './send.ts';
import type { Session, Target } from './session/session.ts';
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
  { when: 'createStandalonePayment', as: 'client', send: {}, then: 'refused' },
];

/** What a preflight sends at most; where it asks for a second token, the run ends. */
export const preflightCalls = [TOKEN, CONFIGURATION, ...FORMS].map(({ when }) => ({ call: when }));

/** Says what was found, and whether it is right. */
export type ReportCheck = (check: string, found: string, isRight?: boolean) => void;

/** Throws InputError, in one line, for what makes every case fail. A provider's own faults are left to the cases. */
export async function preflight(target: Target, report: ReportCheck = () => {}): Promise<void> {
  try {
    const session = await target.session();
    const token = await tokenOfClient(target, session);
    report('access API', 'reachable');
    const hasToken = token !== undefined;
    report('credentials', hasToken ? 'the client gets a token' : 'no access_token in the response', hasToken);
    const asClient: Session['token'] = async (caller) => (caller === 'no one' ? undefined : token);
    await lookForPaths(target, { ...session, token: asClient }, report);
    // What else a control plane may lack is left to the cases.
    await target.control?.now().catch((error) => {
      only(error, Unproven);
      if (error instanceof NotAnswered) fail(target, `${error.message}; check controlUrl`);
    });
  } catch (error) {
    only(error, Unproven);
    throw new InputError(`${error.message}.`);
  }
}

function fail({ name }: Target, words: string): never {
  throw new InputError(`${name}: ${words}.`);
}

/** Undefined where the response has no token. */
async function tokenOfClient(target: Target, session: Session): Promise<string | undefined> {
  const { webFormUrl } = target;
  const { request, response } = await sendToApi(target, session, TOKEN);
  const { status } = response;
  const issued = member(jsonOf(response.body), 'access_token');
  if (isSuccess('createToken', status)) return typeof issued === 'string' ? issued : undefined;
  const responds = `POST ${shownUrl(request.url)} responds with ${status}`;
  if (!NOT_THERE.includes(status)) {
    const words = refusalWords({ request, response });
    // nginx uses these words.
    if (/required SSL certificate/i.test(JSON.stringify(response.body ?? '')))
      fail(target, `${responds}: ${certificateHint('CERTIFICATE_REQUIRED')}`);
    const asksBasic = /^basic\b/i.test(response.headers['www-authenticate'] ?? '');
    const way = asksBasic && target.settings.tokenEncoding !== 'basic' ? ': it asks for basic' : '';
    const { clientId, clientSecret } = target.file?.credentials ?? {};
    const named = clientId && clientSecret ? ` in ${clientId.env} and ${clientSecret.env},` : '';
    const toCheck = isPage(response)
      ? 'accessUrl'
      : `the client credentials${named} and settings.tokenEncoding${way}`;
    const hint = status >= 500 ? '' : `; check ${toCheck}`;
    fail(target, `${responds}${words && `, "${words}"`}${hint}`);
  }
  const swapped = await send({ ...target, accessUrl: webFormUrl }, session, TOKEN);
  if (isSuccess('createToken', swapped.response.status))
    fail(target, `accessUrl and webFormUrl are swapped: ${withoutCredentials(webFormUrl)} issues the tokens`);
  fail(target, `${responds}; check accessUrl, settings.accessPrefix and settings.tokenPrefix`);
}

async function lookForPaths(target: Target, session: Session, report: ReportCheck): Promise<void> {
  const [accessUrl, webFormUrl] = [target.accessUrl, target.webFormUrl].map(withoutCredentials);
  const statusOf = async (call: CaseCall) => (await sendToApi(target, session, call)).response.status;
  // A token that no header can hold is left to the cases.
  const found = await statusOf(CONFIGURATION).catch((error) => {
    only(error, Unproven);
    return 0;
  });
  const configuration = `${target.settings.accessPrefix}/clientConfiguration`;
  if (NOT_THERE.includes(found))
    fail(target, `GET ${accessUrl}${configuration} is not there; check settings.accessPrefix`);
  // A service may refuse a token before it looks for the path.
  if (found !== 401 && found !== 0) report('prefix', `GET ${configuration} is there`);
  let hasForms = false;
  // A provider may hide a path from a caller without a token.
  for (const call of FORMS) hasForms ||= !NOT_THERE.includes(await statusOf(call));
  if (!hasForms) fail(target, `${webFormUrl} knows no call of Web Form V2; check webFormUrl`);
  report('Web Form V2', 'reachable');
}

/** Fails for no response, a redirect and a success without JSON, which no API responds with. */
async function sendToApi(target: Target, session: Session, call: CaseCall): Promise<Exchange> {
  const check = `; check ${operations[call.when].document === 'access' ? 'accessUrl' : 'webFormUrl'}`;
  const exchange = await send(target, session, call).catch((error) => {
    only(error, Unproven);
    // A provider that does not respond to it is left to the cases.
    if (call === CONFIGURATION || !(error instanceof NotAnswered) || error.askOfUrl === undefined)
      throw error;
    throw new InputError(`${error.message}${check}${error.askOfUrl}`);
  });
  const { request, response } = exchange;
  const { status, headers, body } = response;
  const called = `${request.method} ${shownUrl(request.url)}`;
  if (status >= 300 && status < 400) {
    const to = shownUrl(headers['location'] ?? 'another URL');
    fail(target, `${called} is redirected to ${to} (${status})${check}`);
  }
  if (status < 300 && isPage(response))
    fail(target, `${called} responds with HTML, not JSON, as a login page or a proxy does${check}`);
  // A provider that lacks one of the two is left to the cases.
  const isOfNoApi = call === CONFIGURATION && (await session.token('client')) === undefined;
  if (status < 300 && isOfNoApi && member(jsonOf(body), 'isAutoCategorizationEnabled') === undefined)
    fail(
      target,
      `it issues no token, and ${called} responds without one with ${status} and no configuration, as another service does${check}`,
    );
  if (status < 300 && call !== CONFIGURATION && !(body && 'json' in body))
    fail(target, `${called} responds with ${status} and no JSON${check}`);
  return exchange;
}

function isPage({ body }: Exchange['response']): boolean {
  return body !== undefined && 'text' in body && /^\s*</.test(body.text);
}

/** A query may hold secrets, as that of a token request does. */
function shownUrl(url: string): string {
  return withoutCredentials(url).split('?')[0] ?? '';
}
