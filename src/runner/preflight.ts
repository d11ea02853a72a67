/** Looks whether the addresses, prefixes and credentials of a target are right before anything is judged. */
import { InputError } from '../../contracts/src/base/errors.ts';
import { withoutCredentials } from '../../contracts/src/base/redact.ts';
import type { CaseCall } from './call.ts';
import { refusalWords } from './outcome.ts';
import { send } from './send.ts';
import type { Target } from './targets/target.ts';
import { Unproven } from './unproven.ts';

const TOKEN: CaseCall = {
  when: 'createToken',
  send: { grant_type: 'client_credentials', client_id: '{clientId}', client_secret: '{clientSecret}' },
  then: '2XX',
};
const CONFIGURATION: CaseCall = { when: 'getClientConfiguration', then: '2XX' };
const FORM: CaseCall = { when: 'createBankConnectionImport', as: 'no one', send: {}, then: 'refused' };

/** What a preflight sends where all is right, the token of the second call included. */
export const preflightCalls: readonly CaseCall[] = [TOKEN, TOKEN, CONFIGURATION, FORM];

/** The statuses of a path that is not there. */
const NOT_THERE = [404, 405, 501];

/** Throws InputError, in one line, for what makes every case fail. A provider's own faults are left to the cases. */
export async function preflight(target: Target): Promise<void> {
  const { name } = target;
  const [accessUrl, webFormUrl] = [target.accessUrl, target.webFormUrl].map(withoutCredentials);
  const session = await target.session();
  const answer = async (call: CaseCall, at: Target = target) => await send(at, session, call);
  try {
    const { request, response } = await answer(TOKEN);
    const { status } = response;
    // A token request in the query holds the secret.
    const [url] = withoutCredentials(request.url).split('?');
    if (NOT_THERE.includes(status)) {
      const isSwapped =
        (await answer(TOKEN, { ...target, accessUrl: target.webFormUrl })).response.status < 300;
      throw new InputError(
        isSwapped
          ? `${name}: accessUrl and webFormUrl are swapped: ${webFormUrl} issues the tokens.`
          : `${name}: POST ${url} is answered with ${status}; check accessUrl, settings.accessPrefix and settings.tokenPrefix.`,
      );
    }
    if (status > 299) {
      const words = refusalWords({ request, response });
      throw new InputError(
        `${name}: POST ${url} is answered with ${status}${words && `, "${words}"`}; check the client credentials and settings.tokenEncoding.`,
      );
    }
    if (await isMissing(answer))
      throw new InputError(
        `${name}: GET ${accessUrl}${target.wire.accessPrefix}/clientConfiguration is not there; check settings.accessPrefix.`,
      );
    await lookForForms(target, answer);
  } catch (error) {
    if (error instanceof Unproven) throw new InputError(`${error.message}.`);
    throw error;
  }
}

/** A token that no header can hold is left to the cases. */
async function isMissing(answer: (call: CaseCall) => ReturnType<typeof send>): Promise<boolean> {
  try {
    return NOT_THERE.includes((await answer(CONFIGURATION)).response.status);
  } catch (error) {
    if (error instanceof Unproven) return false;
    throw error;
  }
}

/** A provider may hide a path from a caller without a token: a missing one is looked for with one that creates nothing. */
async function lookForForms(
  target: Target,
  answer: (call: CaseCall) => ReturnType<typeof send>,
): Promise<void> {
  const { name } = target;
  const webFormUrl = withoutCredentials(target.webFormUrl);
  if (!NOT_THERE.includes((await answer(FORM)).response.status)) return;
  const asClient: readonly CaseCall[] = [
    { when: 'createBankConnectionImport', as: 'client', send: {}, then: 'refused' },
    { when: 'createStandalonePayment', as: 'client', send: {}, then: 'refused' },
  ];
  for (const call of asClient) if (!NOT_THERE.includes((await answer(call)).response.status)) return;
  throw new InputError(`${name}: ${webFormUrl} knows no call of Web Form V2; check webFormUrl.`);
}
