/** Checks, before any scenario runs, that messages of the target reach the run and can be decrypted. */

import { jsonIn, writeJson } from '../../contracts/src/base/exact-json.ts';
import { decimalOf, isObject } from '../../contracts/src/base/json-value.ts';
import { count } from '../../contracts/src/base/text.ts';
import { isSuccess } from '../../contracts/src/judge/operation.ts';
import type { Cipher } from '../../contracts/src/messages/cipher.ts';
import { decryptMessage } from '../../contracts/src/messages/message-encryption.ts';
import { withoutCredentials } from '../base/call-text.ts';
import { InputError, only } from '../base/errors.ts';
import type { Control } from './control.ts';
import type { ReportCheck } from './preflight.ts';
import { send } from './send.ts';
import type { Messaging, Target } from './session/session.ts';
import { newUserNamed, worldOf } from './session/users.ts';
import { Unproven } from './unproven.ts';

/** Several events, since a provider may be wrong about one of them. One update matches all. */
const RULES = [
  { triggerEvent: 'NEW_ACCOUNT_BALANCE' },
  { triggerEvent: 'NEW_TRANSACTIONS' },
  { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: 100 } },
  { triggerEvent: 'HIGH_TRANSACTION_AMOUNT', params: { absoluteAmountThreshold: 1 } },
] as const;

const ruleCall = <Rule>(send: Rule) =>
  ({ when: 'createNotificationRule', as: 'user', send, then: '2XX' }) as const;

export const callbackCalls = [
  { call: 'createToken' },
  ...RULES.map(() => ({ call: 'createNotificationRule' }) as const),
] as const;

/**
 * Throws InputError, in one line, if no message can arrive or be read. If the provider sends nothing, sends elsewhere or
 * encrypts nothing, the cases judge that. If no text can be decrypted, this throws: the documentation shows neither cipher
 * nor key (CIPHER-ALGORITHM, KEY-DISTRIBUTION), so the mistake may as well be in the target file.
 */
export async function callbackPreflight(target: Target, report: ReportCheck = () => {}): Promise<void> {
  const { name, control, messaging } = target;
  if (!control || !messaging) return;
  const url = await messaging.mailbox.callbackUrl('preflight').catch((error) => {
    only(error, Unproven);
    throw new InputError(`${name}: ${error.message}; check callback.`);
  });
  try {
    await lookForMessages(target, control, messaging, url, report);
  } catch (error) {
    only(error, Unproven);
  } finally {
    messaging.mailbox.take();
    await control.reset().catch((error) => only(error, Unproven));
  }
}

async function lookForMessages(
  target: Target,
  control: Control,
  messaging: Messaging,
  callbackUrl: string,
  report: ReportCheck,
): Promise<void> {
  const { testData, timeLimit, name, ending } = target;
  const { mailbox, waitingTime = timeLimit } = messaging;
  const { lacks, reportsSettled } = await messaging.offers();
  const [account] = testData.accounts;
  if (lacks.messages !== undefined || account === undefined || testData.bankConnections.length === 0) return;
  const expected = await createRulesOfNewUser(target, control, messaging, callbackUrl);
  mailbox.take();
  const bankBookingDate = new Date(await control.now()).toISOString();
  const transactions = [{ id: 1, bankBookingDate, amount: -12.5, purpose: 'Preflight' }];
  const accountId = decimalOf(account);
  await control.runBatchUpdate({ accounts: [{ accountId, newBalance: -12.5, transactions }] });
  const sent = reportsSettled ? await control.settledDeliveries() : undefined;
  if (!sent && expected > 0) await mailbox.wait(ending.signal, waitingTime, expected);
  const texts = mailbox.take().map(({ text }) => text);
  const place = withoutCredentials(callbackUrl);
  if (expected > 0 && texts.length > 0) {
    report('callback', `${count(texts.length, 'message')} came to ${place}`);
    const isRead = await isDecrypted(name, texts, messaging.cipher);
    const words = isRead ? 'decrypts them' : 'the messages cannot be decrypted';
    return report('key', words, isRead);
  }
  const lost = sent?.find(({ url }) => withoutQuery(url) === withoutQuery(callbackUrl));
  if (expected === 0 || (sent && !lost))
    return report('callback', 'no message is sent to it, which the cases judge', false);
  const why = lost
    ? (lost.reason ?? `the control plane says that they are ${lost.outcome}`)
    : `none of ${expected} within ${waitingTime / 1000} s`;
  throw new InputError(
    `${name}: no message comes to ${place} (${why}); check callback, or leave it out to run without messages.`,
  );
}

/** Creates a user with the bank data of the test data, and the rules; resolves to the number of rules that were created. */
async function createRulesOfNewUser(
  target: Target,
  control: Control,
  messaging: Messaging,
  userNotificationCallbackUrl: string,
): Promise<number> {
  const { testData, secrets } = target;
  const handle = messaging.fresh();
  const user = newUserNamed(handle, testData);
  secrets?.add(user.password, 'secret');
  await control.replaceWorld({ ...worldOf([user], testData), client: { userNotificationCallbackUrl } });
  const session = await messaging.logIn(user);
  let created = 0;
  for (const rule of RULES) {
    const body = { ...rule, callbackHandle: `${handle}-${created}`, includeDetails: true };
    const { response } = await send(target, session, ruleCall(body));
    if (isSuccess('createNotificationRule', response.status)) created++;
  }
  return created;
}

/** Undefined for a text that is no URL. */
function withoutQuery(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed ? parsed.origin + parsed.pathname : undefined;
}

/** Matches decrypted details and names, and no encrypted text. */
const READABLE = /transactionDetails|newBalance|"Account \d+"|"Connection \d+"/;

/** Whether the key decrypts a message; false if none is encrypted as documented. Throws InputError if it decrypts none. */
async function isDecrypted(name: string, texts: readonly string[], cipher: Cipher): Promise<boolean> {
  let reason: string | undefined;
  for (const text of texts) {
    const message = jsonIn(text);
    if (!isObject(message) || READABLE.test(text)) return false;
    const { plain, problems } = await decryptMessage(message, cipher);
    const decrypted = writeJson(plain.value);
    if (READABLE.test(decrypted)) return true;
    // A wrong key may decrypt to other text without an error.
    const isOther = decrypted !== writeJson(message);
    reason ??=
      problems[0]?.reason ?? (isOther ? 'what they decrypt to is not what was encrypted' : undefined);
  }
  if (reason === undefined) return false;
  throw new InputError(
    `${name}: the encrypted fields of its messages cannot be decrypted (${reason}); check credentials.dataDecryptionKey and settings.cipher.`,
  );
}
