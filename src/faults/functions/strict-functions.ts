/** Providers that take fewer values than ours, or more fields at once: conforming, and content with the right test data. */
import { isObject } from '../../../contracts/src/base/json-value.ts';
import type { HookContext } from '../../sandbox/fault-hooks.ts';
import { Refusal } from '../../sandbox/refusal.ts';
import type { FaultFunctions, MakeHooks } from '../fault.ts';
import type { PastCall } from '../past-calls.ts';
import { requestBody } from './token-functions.ts';

type Body = Readonly<Record<string, unknown>>;

const DAY = 86_400_000;
const FORMS_AND_PAYMENTS: readonly string[] = [
  'importBankConnectionV1',
  'createMoneyTransferV1',
  'createBankConnectionImport',
  'createStandalonePayment',
];
const ACCOUNTS = ['4711', '4712', '4713'];

export const strictFunctions: FaultFunctions = {
  laterDatesOnly: refusingDates('executionDate is in the past or too near', (days) => days < 20),
  nearDatesOnly: refusingDates('executionDate is too far ahead', (days) => days > 10),
  uniqueEmails: refusingTwice('email is in use', ({ email }) => email),
  uniqueHandles: refusingTwice(
    'another rule has this callbackHandle',
    ({ callbackHandle }, { caller }) => callbackHandle && `${caller?.user?.id} ${callbackHandle}`,
  ),
  noRepeats: refusingTwice(
    'the user has sent the same before',
    (body, { operationId, caller }) =>
      FORMS_AND_PAYMENTS.includes(operationId) && `${caller?.user?.id} ${requestValues(body).sort()}`,
  ),
  eitherPurposeOrReference: refusing(
    'purpose and structuredRemittanceInformation exclude each other',
    (body) =>
      ordersOf(body).some((order) => 'purpose' in order && 'structuredRemittanceInformation' in order),
  ),
  eitherInstantOrDate: refusing(
    'instantPayment has no executionDate',
    ({ instantPayment, executionDate }) => instantPayment === true && executionDate !== undefined,
  ),
  atMost10Rules: (history) =>
    refusing('a user may have ten rules', (_, { operationId, request: { headers } }) => {
      const own = history
        .successes()
        .filter(({ request }) => request.headers['authorization'] === headers['authorization'])
        .filter((call) => call.operationId === 'createNotificationRule');
      return operationId === 'createNotificationRule' && own.length >= 10;
    })(history),
  someAccountsOnly: refusing('accountIds names an unknown account', ({ params }, { state }) => {
    const { accountIds } = isObject(params) ? params : {};
    const connections = [...state.users.values()].flatMap((user) => user.bankConnections);
    const accounts = connections.flatMap((connection) => connection.accounts.map(({ id }) => String(id)));
    const known = [...ACCOUNTS, ...accounts];
    return typeof accountIds === 'string' && !accountIds.split(',').every((id) => known.includes(id));
  }),
};

/** `words` say what is wrong with a body. */
function refusing(words: string, isWrong: (body: Body, context: HookContext) => boolean): MakeHooks {
  return () => ({
    request: (outcome, context) => {
      const body = requestBody(context.request);
      return !outcome && isObject(body) && isWrong(body, context) ? new Refusal(400, words) : outcome;
    },
  });
}

/** What a key is made of: a call under way, or one that was answered. */
type Keyed = Pick<PastCall, 'operationId' | 'request' | 'caller'>;

/** Refuses a request for which `keyOf` gives what it gave for an earlier one that succeeded; nothing and false are no key. */
function refusingTwice(words: string, keyOf: (body: Body, call: Keyed) => unknown): MakeHooks {
  return (history) =>
    refusing(words, (body, { operationId, request }) => {
      const key = keyOf(body, { operationId, request, caller: history.caller });
      return Boolean(key) && history.successes().some((call) => keyOf(parsedBody(call), call) === key);
    })(history);
}

function parsedBody({ request }: Pick<Keyed, 'request'>): Body {
  const body = requestBody(request);
  return isObject(body) ? body : {};
}

/** `isWrong` gets the days from now to the execution date. */
function refusingDates(words: string, isWrong: (days: number) => boolean): MakeHooks {
  return refusing(
    words,
    ({ executionDate }, { now }) =>
      typeof executionDate === 'string' && isWrong((Date.parse(executionDate) - now) / DAY),
  );
}

function ordersOf({ moneyTransfers, orders }: Body): readonly Body[] {
  const list = moneyTransfers ?? orders;
  return Array.isArray(list) ? list : [];
}

/** The values of a request, in the words of V2 but its currency. */
function requestValues(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => requestValues(item));
  if (isObject(value)) return Object.entries(value).flatMap(([field, part]) => requestValues(part, field));
  if (name === 'currency') return [];
  return [typeof value === 'boolean' ? `${name} ${value}` : String(value).toUpperCase().replace('_', '')];
}
