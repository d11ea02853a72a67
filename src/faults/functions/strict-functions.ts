/** Providers that take fewer values than ours, or more fields at once: conforming, and content with the right test data. */
import { isObject } from '../../../contracts/src/base/json-value.ts';
import type { Clock } from '../../sandbox/clock.ts';
import type { HookContext } from '../../sandbox/fault-hooks.ts';
import { Refusal } from '../../sandbox/operations/request-and-answer.ts';
import { composeHooks, deciding, type FaultFunctions, type MakeHooks } from '../fault.ts';
import { sentBody } from './token-functions.ts';

type Body = Readonly<Record<string, unknown>>;
/** What is wrong with a body, in the words of the refusal. */
type Objection = (body: Body, context: HookContext) => string | undefined;

const DAY = 86_400_000;
const BANKS = [901, 902];
const ACCOUNTS = ['4711', '4712', '4713'];

const each: FaultFunctions = {
  laterDatesOnly: refusingDates((days) =>
    days < 20 ? 'executionDate is in the past or too near' : undefined,
  ),
  nearDatesOnly: refusingDates((days) => (days > 10 ? 'executionDate is too far ahead' : undefined)),
  someBanksOnly: refusing(({ bankId, bank }) => {
    const id = isObject(bank) ? bank['id'] : bankId;
    return id === undefined || BANKS.includes(Number(id)) ? undefined : 'the bank is not known';
  }),
  phoneOfDigits: refusing(({ phone }) => ifNot(/^\d+$/, phone, 'phone may hold digits alone')),
  strongPasswords: refusing(({ password }, { operationId }) =>
    operationId === 'createUser'
      ? ifNot(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9_]{12,20}$/, password, 'the password is too weak')
      : undefined,
  ),
  shortUserIds: refusing(({ id }) =>
    ifNot(/^[a-z0-9_]{1,16}$/, id, 'id may hold 16 small letters, digits and _'),
  ),
  uniqueEmails: refusingTwice(({ email }) => email, 'email is in use'),
  uniqueHandles: refusingTwice(
    ({ callbackHandle }, { request }) =>
      callbackHandle && `${request.headers['authorization']} ${callbackHandle}`,
    'another rule has this callbackHandle',
  ),
  paymentsApart: refusingTwice(
    (body, { request }) => ordersOf(body).length > 0 && `${request.headers['authorization']} ${request.body}`,
    'the same payment was created before',
  ),
  interfaceRequired: refusing((body, { operationId }) => {
    if (operationId === 'importBankConnectionV1') return ifMissing(body, 'interface');
    if (operationId === 'createBankConnectionImport') return ifMissing(body, 'allowedInterfaces');
    return undefined;
  }),
  purposeRequired: refusing((body) => first(ordersOf(body), (order) => ifMissing(order, 'purpose'))),
  completeOrders: refusing((body) =>
    first(ordersOf(body), (order) => {
      const { recipient } = order;
      if (isObject(recipient)) return first(['name', 'iban', 'bic'], (name) => ifMissing(recipient, name));
      const names = ['counterpartName', 'counterpartIban', 'counterpartBic', 'amount', 'purpose'];
      return first(names, (name) => ifMissing(order, name));
    }),
  ),
  atMost20Orders: refusing((body) => (ordersOf(body).length > 20 ? 'more than 20 orders' : undefined)),
  atMost100Orders: refusing((body) => (ordersOf(body).length > 100 ? 'more than 100 orders' : undefined)),
  eitherPurposeOrReference: refusing((body) =>
    first(ordersOf(body), (order) =>
      'purpose' in order && 'structuredRemittanceInformation' in order
        ? 'purpose and structuredRemittanceInformation exclude each other'
        : undefined,
    ),
  ),
  positiveAmounts: refusing((body) =>
    first(ordersOf(body), ({ amount }) => {
      const value = isObject(amount) ? amount['value'] : amount;
      return value !== undefined && !(Number(value) > 0 && Number(value) < 1e6)
        ? 'amount is out of range'
        : undefined;
    }),
  ),
  eitherInstantOrDate: refusing(({ instantPayment, executionDate }) =>
    instantPayment === true && executionDate !== undefined
      ? 'instantPayment has no executionDate'
      : undefined,
  ),
  someAccountsOnly: refusing(({ params }, { state }) => {
    const { accountIds } = isObject(params) ? params : {};
    if (typeof accountIds !== 'string') return undefined;
    const accounts = [...state.users.values()].flatMap((user) =>
      user.bankConnections.flatMap((connection) => connection.accounts.map(({ id }) => String(id))),
    );
    const known = [...ACCOUNTS, ...accounts];
    return accountIds.split(',').every((id) => known.includes(id))
      ? undefined
      : 'accountIds names an unknown account';
  }),
};

/** What one service cannot ask for together with the rest. */
const APART = ['nearDatesOnly', 'eitherPurposeOrReference'];

export const strictFunctions: FaultFunctions = {
  ...each,
  strictService: () =>
    composeHooks(Object.entries(each).flatMap(([name, make]) => (APART.includes(name) ? [] : make()))),
};

function refusing(objection: Objection): MakeHooks {
  return () =>
    deciding('request', (outcome, context) => {
      const body = sentBody(context.request);
      const words = outcome || !isObject(body) ? undefined : objection(body, context);
      return words === undefined ? outcome : new Refusal(400, words);
    });
}

/** Refuses a request for which `keyOf` gives what it gave for an earlier one; nothing and false are no key. */
function refusingTwice(keyOf: (body: Body, context: HookContext) => unknown, words: string): MakeHooks {
  return () => {
    const known = new Set<unknown>();
    return refusing((body, context) => {
      const key = keyOf(body, context);
      if (!key) return undefined;
      if (known.has(key)) return words;
      known.add(key);
      return undefined;
    })();
  };
}

/** `objection` gets the days from now to the execution date. */
function refusingDates(objection: (days: number) => string | undefined): MakeHooks {
  return () => {
    let clock: Clock | undefined;
    const ofBody: Objection = ({ executionDate }) =>
      clock && typeof executionDate === 'string'
        ? objection((Date.parse(executionDate) - clock.now()) / DAY)
        : undefined;
    return {
      ...refusing(ofBody)(),
      clock: (own) => {
        clock = own;
        return own;
      },
    };
  };
}

function ordersOf({ moneyTransfers, orders }: Body): readonly Body[] {
  const list = moneyTransfers ?? orders;
  return Array.isArray(list) ? list : [];
}

function ifMissing(body: Body, name: string): string | undefined {
  return name in body ? undefined : `${name} is missing`;
}

function ifNot(pattern: RegExp, value: unknown, words: string): string | undefined {
  return value === undefined || pattern.test(String(value)) ? undefined : words;
}

function first<T>(list: readonly T[], objection: (item: T) => string | undefined): string | undefined {
  return list.map(objection).find((words) => words !== undefined);
}
