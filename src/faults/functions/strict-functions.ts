/** Providers that take fewer values than ours, or more fields at once: conforming, and content with the right test data. */
import { isObject } from '../../../contracts/src/base/json-value.ts';
import type { HookContext } from '../../sandbox/fault-hooks.ts';
import { Refusal } from '../../sandbox/operations/request-and-answer.ts';
import { composeHooks, deciding, type FaultFunctions, type MakeHooks } from '../fault.ts';
import { sentBody } from './token-functions.ts';

type Body = Readonly<Record<string, unknown>>;

const DAY = 86_400_000;
const BANKS = [901, 902];
const ACCOUNTS = ['4711', '4712', '4713'];

const each: FaultFunctions = {
  laterDatesOnly: refusingDates('executionDate is in the past or too near', (days) => days < 20),
  nearDatesOnly: refusingDates('executionDate is too far ahead', (days) => days > 10),
  someBanksOnly: refusing('the bank is not known', ({ bankId, bank }) => {
    const id = isObject(bank) ? bank['id'] : bankId;
    return id !== undefined && !BANKS.includes(Number(id));
  }),
  phoneOfDigits: refusing('phone may hold digits alone', ({ phone }) => isUnlike(/^\d+$/, phone)),
  strongPasswords: refusing('the password is too weak', ({ password }, { operationId }) => {
    const strong = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9_]{12,20}$/;
    return operationId === 'createUser' && isUnlike(strong, password);
  }),
  shortUserIds: refusing('id may hold 16 small letters, digits and _', ({ id }) =>
    isUnlike(/^[a-z0-9_]{1,16}$/, id),
  ),
  uniqueEmails: refusingTwice('email is in use', ({ email }) => email),
  uniqueHandles: refusingTwice(
    'another rule has this callbackHandle',
    ({ callbackHandle }, { request }) =>
      callbackHandle && `${request.headers['authorization']} ${callbackHandle}`,
  ),
  paymentsApart: refusingTwice(
    'the same payment was created before',
    (body, { request }) => ordersOf(body).length > 0 && `${request.headers['authorization']} ${request.body}`,
  ),
  interfaceRequired: demanding((body, { operationId }) => {
    if (operationId === 'importBankConnectionV1') return missingIn(body, ['interface']);
    return operationId === 'createBankConnectionImport' ? missingIn(body, ['allowedInterfaces']) : [];
  }),
  purposeRequired: demanding((body) => ordersOf(body).flatMap((order) => missingIn(order, ['purpose']))),
  completeOrders: demanding((body) =>
    ordersOf(body).flatMap((order) => {
      const { recipient } = order;
      if (isObject(recipient)) return missingIn(recipient, ['name', 'iban', 'bic']);
      const names = ['counterpartName', 'counterpartIban', 'counterpartBic', 'amount', 'purpose'];
      return missingIn(order, names);
    }),
  ),
  atMost20Orders: refusing('more than 20 orders', (body) => ordersOf(body).length > 20),
  atMost100Orders: refusing('more than 100 orders', (body) => ordersOf(body).length > 100),
  eitherPurposeOrReference: refusing(
    'purpose and structuredRemittanceInformation exclude each other',
    (body) =>
      ordersOf(body).some((order) => 'purpose' in order && 'structuredRemittanceInformation' in order),
  ),
  positiveAmounts: refusing('amount is out of range', (body) =>
    ordersOf(body).some(({ amount }) => {
      const value = isObject(amount) ? amount['value'] : amount;
      return value !== undefined && !(Number(value) > 0 && Number(value) < 1e6);
    }),
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

/** What one service cannot ask for together with the rest. */
const APART = ['nearDatesOnly', 'eitherPurposeOrReference'];

export const strictFunctions: FaultFunctions = {
  ...each,
  strictService: (history) =>
    composeHooks(Object.entries(each).flatMap(([name, make]) => (APART.includes(name) ? [] : make(history)))),
};

/** `objection` says in words what is wrong with a body. */
function objecting(objection: (body: Body, context: HookContext) => string | undefined): MakeHooks {
  return () =>
    deciding('request', (outcome, context) => {
      const body = sentBody(context.request);
      const words = outcome || !isObject(body) ? undefined : objection(body, context);
      return words === undefined ? outcome : new Refusal(400, words);
    });
}

function refusing(words: string, isWrong: (body: Body, context: HookContext) => boolean): MakeHooks {
  return objecting((body, context) => (isWrong(body, context) ? words : undefined));
}

/** `missing` gives names. */
function demanding(missing: (body: Body, context: HookContext) => readonly string[]): MakeHooks {
  return objecting((body, context) => {
    const [name] = missing(body, context);
    return name && `${name} is missing`;
  });
}

/** What a key is made of: a call under way, or one that was answered. */
type Keyed = Pick<HookContext, 'operationId' | 'request'>;

/** Refuses a request for which `keyOf` gives what it gave for an earlier one that succeeded; nothing and false are no key. */
function refusingTwice(words: string, keyOf: (body: Body, call: Keyed) => unknown): MakeHooks {
  return (history) =>
    refusing(words, (body, context) => {
      const key = keyOf(body, context);
      return Boolean(key) && history.successes().some((call) => keyOf(bodyOf(call), call) === key);
    })(history);
}

function bodyOf({ request }: Keyed): Body {
  const body = sentBody(request);
  return isObject(body) ? body : {};
}

/** `isWrong` gets the days from now to the execution date. */
function refusingDates(words: string, isWrong: (days: number) => boolean): MakeHooks {
  return (history) =>
    refusing(
      words,
      ({ executionDate }) =>
        typeof executionDate === 'string' && isWrong((Date.parse(executionDate) - history.now()) / DAY),
    )(history);
}

function ordersOf({ moneyTransfers, orders }: Body): readonly Body[] {
  const list = moneyTransfers ?? orders;
  return Array.isArray(list) ? list : [];
}

function missingIn(body: Body, names: readonly string[]): string[] {
  return names.filter((name) => !(name in body));
}

function isUnlike(pattern: RegExp, value: unknown): boolean {
  return value !== undefined && !pattern.test(String(value));
}
