/** Looks whether messages of a target reach the run and can be decrypted before any scenario is judged. */

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
 * Throws InputError, in one line, where no message can arrive or be read. A provider that sends nothing, sends elsewhere or
 * encrypts nothing is left to the cases. One of whose texts none can be decrypted is not: the documentation shows neither
 * cipher nor key (CIPHER-ALGORITHM, KEY-DISTRIBUTION), so that nothing tells its mistake from one in the target file.
 */
export async function callbackPreflight(target: Target, report: ReportCheck = () => {}): Promise<void> {
  const { name, control, messaging } = target;
  if (!control || !messaging) return;
  const address = await messaging.mailbox.callbackUrl('preflight').catch((error) => {
    only(error, Unproven);
    throw new InputError(`${name}: ${error.message}; check callback.`);
  });
  try {
    await lookForMessages(target, control, messaging, address, report);
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
  address: string,
  report: ReportCheck,
): Promise<void> {
  const { testData, timeLimit, name, ending } = target;
  const { mailbox, waitingTime = timeLimit } = messaging;
  const { lacks, reportsSettled } = await messaging.offers();
  const [account] = testData.accounts;
  if (lacks.messages !== undefined || account === undefined || testData.bankConnections.length === 0) return;
  const due = await createRulesOfNewUser(target, control, messaging, address);
  mailbox.take();
  const bankBookingDate = new Date(await control.now()).toISOString();
  const transactions = [{ id: 1, bankBookingDate, amount: -12.5, purpose: 'Preflight' }];
  const accountId = decimalOf(account);
  await control.runBatchUpdate({ accounts: [{ accountId, newBalance: -12.5, transactions }] });
  const sent = reportsSettled ? await control.settledDeliveries() : undefined;
  if (!sent && due > 0) await mailbox.wait(ending.signal, waitingTime, due);
  const texts = mailbox.take().map(({ text }) => text);
  const place = withoutCredentials(address);
  if (due > 0 && texts.length > 0) {
    report('callback', `${count(texts.length, 'message')} came to ${place}`);
    const isRead = await lookForKey(name, texts, messaging.cipher);
    const words = isRead ? 'decrypts them' : 'the messages cannot be decrypted';
    return report('key', words, isRead);
  }
  const lost = sent?.find(({ url }) => withoutQuery(url) === withoutQuery(address));
  if (due === 0 || (sent && !lost))
    return report('callback', 'no message is sent to it, which the cases judge', false);
  const why = lost
    ? (lost.reason ?? `the control plane says that they are ${lost.outcome}`)
    : `none of ${due} within ${waitingTime / 1000} s`;
  throw new InputError(
    `${name}: no message comes to ${place} (${why}); check callback, or leave it out to run without messages.`,
  );
}

/** Gives a new user the bank data of the test data, creates the rules, and resolves to how many of them there are. */
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

/** What decrypted details and names have, and no encrypted text. */
const READABLE = /transactionDetails|newBalance|"Account \d+"|"Connection \d+"/;

/** Whether a text is decrypted; not where none is encrypted as documented. */
async function lookForKey(name: string, texts: readonly string[], cipher: Cipher): Promise<boolean> {
  let reason: string | undefined;
  for (const text of texts) {
    const message = jsonIn(text);
    if (!isObject(message) || READABLE.test(text)) return false;
    const { plain, problems } = await decryptMessage(message, cipher);
    const decrypted = writeJson(plain.value);
    if (READABLE.test(decrypted)) return true;
    // A wrong key may make other text of a text, and no mistake.
    const isOther = decrypted !== writeJson(message);
    reason ??=
      problems[0]?.reason ?? (isOther ? 'what they decrypt to is not what was encrypted' : undefined);
  }
  if (reason === undefined) return false;
  throw new InputError(
    `${name}: the encrypted fields of its messages cannot be decrypted (${reason}); check credentials.dataDecryptionKey and settings.cipher.`,
  );
}
