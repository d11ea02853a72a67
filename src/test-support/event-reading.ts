/** What the second reading of the documentation says of one trigger event, src/test-support/events/, and what several of them say alike. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import type { NotificationRule, TriggerEvent } from '../../contracts/src/messages/message.ts';
import { type DocumentedField, documented } from './field-sabotages.ts';
import { type Edits, fullMessages, GONE } from './fixtures.ts';

export interface EventReading {
  /** The params of its rule; `!` marks a required one. */
  readonly params: readonly string[];
  /** Params of a rule that its `full` fixture is compared with, and what this does not show of its clauses. */
  readonly compared?: NotificationRule['params'];
  readonly silent?: readonly ClauseId[];
  /** The list of its items, one for each account. */
  readonly accounts?: Listed;
  /** The list of transactions in the details of an item. */
  readonly transactions?: Transactions;
  /** The fields of its message beside those of every message and of such items. */
  readonly message?: readonly DocumentedField[];
  /** The fields of its details beside those of every such transaction. */
  readonly details?: readonly DocumentedField[];
  /** Edits of its `full` fixture, judged alone or as a message of a rule. */
  readonly broken: readonly BrokenRow[];
  /** Edits of the request for its rule with the most params. */
  readonly brokenRules?: readonly BrokenRule[];
}

type Listed = readonly [list: string, clause: ClauseId];

interface Transactions {
  readonly list: string;
  readonly of: 'TRANSACTIONS' | 'FOREIGN' | 'HIGH' | 'CATEGORY';
  /** The id of the first one in the `full` fixture. */
  readonly first: number;
}

/** `CLAUSE pointer` of each finding; what its rule has instead, where it has one. */
export type BrokenRow = readonly [
  due: string | readonly string[],
  edits: Edits,
  rule?: Partial<NotificationRule>,
];

/** `CLAUSE pointer` of the one finding, with `(client)` at the end of what the client did. */
export type BrokenRule = readonly [due: string, edits: Edits, settings?: Partial<Settings>];

/** The fields of an item of an account. */
export function accountItems([list, clause]: Listed): DocumentedField[] {
  const at = `${list}[0]`;
  return [
    documented(list, 'list', clause),
    documented(`${at}.accountId`, 'number', 'MESSAGE-ITEM-ACCOUNT-ID'),
    documented(`${at}.accountName`, 'text', 'MESSAGE-ITEM-ACCOUNT-NAME', 'encrypted'),
    documented(`${at}.accountNumber`, 'text', 'MESSAGE-ITEM-ACCOUNT-NUMBER', 'encrypted'),
    documented(`${at}.accountIban`, 'text', 'MESSAGE-ITEM-ACCOUNT-IBAN', 'encrypted', 'unset'),
    documented(`${at}.bankName`, 'text', 'MESSAGE-ITEM-BANK-NAME'),
    documented(`${at}.bankConnectionName`, 'text', 'MESSAGE-ITEM-CONNECTION-NAME', 'encrypted', 'unset'),
    documented(`${at}.details`, 'text', 'MESSAGE-DETAILS', 'encrypted', 'unset'),
  ];
}

export const balanceDetails = [
  documented('accountNumber', 'text', 'MESSAGE-BALANCE-DETAILS-NUMBER', 'personal'),
  documented('iban', 'text', 'MESSAGE-BALANCE-DETAILS-IBAN', 'personal', 'unset'),
  documented('accountName', 'text', 'MESSAGE-BALANCE-DETAILS-NAME', 'personal'),
  documented('bankConnectionName', 'text', 'MESSAGE-BALANCE-DETAILS-CONNECTION', 'personal', 'unset'),
  documented('oldBalance', 'number', 'MESSAGE-BALANCE-DETAILS-OLD', 'personal'),
  documented('newBalance', 'number', 'MESSAGE-BALANCE-DETAILS-NEW', 'personal'),
  documented('balanceChange', 'number', 'MESSAGE-BALANCE-DETAILS-CHANGE', 'personal'),
];

/** The fields that the transactions of all four lists share. */
export function transactionFields({ list, of }: Transactions): DocumentedField[] {
  const at = `${list}[0]`;
  return [
    documented(list, 'list', `MESSAGE-${of}-DETAILS-LIST`),
    documented(`${at}.id`, 'number', `MESSAGE-${of}-DETAILS-ID`),
    documented(`${at}.serviceBookingDate`, 'German time', `MESSAGE-${of}-DETAILS-SERVICE-DATE`),
    documented(`${at}.bankBookingDate`, 'German time', `MESSAGE-${of}-DETAILS-BANK-DATE`),
    documented(
      `${at}.amount`,
      of === 'FOREIGN' ? 'BigDecimal' : 'number',
      `MESSAGE-${of}-DETAILS-AMOUNT`,
      'personal',
    ),
    documented(`${at}.counterpartName`, 'text', `MESSAGE-${of}-DETAILS-NAME`, 'personal', 'unset'),
    documented(`${at}.counterpartIban`, 'text', `MESSAGE-${of}-DETAILS-IBAN`, 'personal', 'unset'),
    documented(`${at}.purpose`, 'text', `MESSAGE-${of}-DETAILS-PURPOSE`, 'personal', 'unset'),
  ];
}

export const details = 'transactionDetails';

/** A place of the message that holds each of these values instead. */
export function holds(clause: ClauseId, pointer: string, ...values: readonly unknown[]): BrokenRow[] {
  return values.map((to) => [`${clause} ${pointer}`, { [pointer]: to }]);
}

/** The message as it is, of a rule with each of these params. */
export function ofParams(
  due: string | readonly string[],
  ...values: readonly NotificationRule['params'][]
): BrokenRow[] {
  return values.map((params = {}) => [due, {}, { params }]);
}

export const item = '/newTransactions/0';
export const list = `${item}/details/transactionDetails`;
export const balance = '/balanceChanges/0/details';

/** At each of the four transactions of a message. */
function atTransactions(at: string, list: string, fields: Readonly<Record<string, unknown>>): Edits {
  return Object.fromEntries(
    [0, 1].flatMap((one) =>
      [0, 1].flatMap((two) =>
        Object.entries(fields).map(([field, to]) => [`/${at}/${one}/details/${list}/${two}/${field}`, to]),
      ),
    ),
  );
}

/** Gives the transactions of NEW_TRANSACTIONS their category fields. */
export const categorized: Edits = atTransactions('newTransactions', 'transactionDetails', {
  categoryId: null,
  categoryName: 'Rent',
});

/** Makes the transactions of CATEGORY_CASH_FLOW those of the category itself, without sub-categories. */
export const noChildren: Edits = {
  '/includeChildCategories': false,
  ...atTransactions('categoryCashFlows', 'transactions', { categoryId: 380 }),
};

/** A list of items, one for each account. */
export function brokenItems(event: TriggerEvent, [name, clause]: Listed): BrokenRow[] {
  const all = fullMessages[event].decrypted as unknown as Record<string, { accountId: number }[]>;
  return [
    ...holds(clause, `/${name}`, []),
    ...holds(clause, `/${name}/1/accountId`, all[name]?.[0]?.accountId),
    ...holds('MESSAGE-DETAILS-PRESENT', `/${name}/1/details`, GONE),
  ];
}

/** Details are there for a rule that includes them, and only then. */
export function asked(name: string): BrokenRow[] {
  const places = [0, 1].map((at) => `/${name}/${at}/details`);
  const gone = Object.fromEntries(places.map((place) => [place, GONE]));
  return [
    [places.map((place) => `MESSAGE-DETAILS-ONLY-ASKED ${place}`), {}, { includeDetails: false }],
    [places.map((place) => `MESSAGE-DETAILS-PRESENT ${place}`), gone, {}],
  ];
}

/** A list of transactions in an item of `name`: newest first, each once. */
export function brokenOrder(name: string, { list, of, first }: Transactions): BrokenRow[] {
  const at = `/${name}/0/details/${list}/1`;
  const dates = ['2026-11-20 00:00:00.001', '2027-01-01 00:00:00.000'];
  return [
    ...holds('MESSAGE-LIST-ORDER', `${at}/bankBookingDate`, ...dates),
    ...holds(`MESSAGE-${of}-DETAILS-ID`, `${at}/id`, first),
  ];
}

/** Of both events with maxTransactionsCount; the lists of the fixtures hold two. */
export function counted(
  clause: 'MESSAGE-TRANSACTIONS' | 'MESSAGE-HIGH',
  params: NotificationRule['params'] = {},
): BrokenRow[] {
  const count = `${item}/newTransactionsCount`;
  const noDetails = { [`${item}/details`]: GONE, '/newTransactions/1/details': GONE };
  const both = [0, 1].map((at) => `MESSAGE-LIST-CAP ${list.replace('0', String(at))}`);
  return [
    ...holds(`${clause}-COUNT`, count, 1.5, 3.5, -1, -0.5),
    ...[1, 0].map((to): BrokenRow => [`${clause}-COUNT ${list}`, { [count]: to }, { params }]),
    [`${clause} ${count}`, { ...noDetails, [count]: 0 }],
    [`${clause} ${count}`, { [count]: 0, [list]: [] }, {}],
    ...ofParams(both, { ...params, maxTransactionsCount: 1 }),
    ...[4, '5', 100, 4.5].map(
      (maxTransactionsCount): BrokenRow => [
        `${clause}-COUNT ${list}`,
        { [count]: 4 },
        { params: { ...params, maxTransactionsCount } },
      ],
    ),
    // A rule that does not say has 100.
    [`RULE-MAX-COUNT-DEFAULT ${list}`, { [count]: 4 }, { params }],
    ...holds(`${clause}-DETAILS-ADJUSTING`, `${list}/1/isAdjustingEntry`, GONE),
  ];
}

/** Details of balances, of which the first item changes by another amount than each of these. */
export function balances(...changes: readonly number[]): BrokenRow[] {
  return [
    ...holds('MESSAGE-BALANCE-DETAILS-CHANGE', `${balance}/balanceChange`, ...changes),
    ...holds('MESSAGE-BALANCE-DETAILS-NUMBER', `${balance}/accountNumber`, '532013001'),
    ...holds('MESSAGE-BALANCE-DETAILS-IBAN', `${balance}/iban`, 'DE02120300000000202051'),
    ...holds('MESSAGE-BALANCE-DETAILS-NAME', `${balance}/accountName`, ''),
    ...holds('MESSAGE-BALANCE-DETAILS-CONNECTION', `${balance}/bankConnectionName`, ''),
  ];
}

/** A place of the request, and the call succeeds all the same. */
export function sent(clause: ClauseId, pointer: string, ...values: readonly unknown[]): BrokenRule[] {
  return values.map((to) => [
    // Only required params have to be there for the call to succeed.
    `${clause} /request/body${pointer}${to === GONE ? '' : ' (client)'}`,
    { [`/request/body/json${pointer}`]: to },
  ]);
}
