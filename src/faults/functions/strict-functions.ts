/** Providers that accept fewer values than ours, or require more fields: conforming, and passing with the right test data. */
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

/** Refuses bodies; `words` say why. */
function refusing(words: string, isWrong: (body: Body, context: HookContext) => boolean): MakeHooks {
  return () => ({
    request: (outcome, context) => {
      const body = requestBody(context.request);
      return !outcome && isObject(body) && isWrong(body, context) ? new Refusal(400, words) : outcome;
    },
  });
}

/** The source of a key: a current or a past call. */
type Keyed = Pick<PastCall, 'operationId' | 'request' | 'caller'>;

/** Refuses a request with the same key as an earlier successful one; an empty or false key is none. */
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

/** Refuses execution dates; `isWrong` gets the days from now. */
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

/** The values of a request in V2 spelling, without its currency. */
function requestValues(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => requestValues(item));
  if (isObject(value)) return Object.entries(value).flatMap(([field, part]) => requestValues(part, field));
  if (name === 'currency') return [];
  return [typeof value === 'boolean' ? `${name} ${value}` : String(value).toUpperCase().replace('_', '')];
}
