/** Messages that break one sentence of the documentation each: edits of the `full` fixtures, alone or as messages of a rule. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import type { NotificationRule, TriggerEvent } from '../../contracts/src/messages/message.ts';
import { type Edits, fullMessages, GONE } from './fixtures.ts';
import { messageFields } from './message-fields.ts';

export interface BrokenMessage {
  readonly event: TriggerEvent;
  readonly edits: Edits;
  /** What its rule has instead; a message without it is judged alone. */
  readonly rule?: Partial<NotificationRule>;
  /** `CLAUSE pointer` of each finding. */
  readonly due: readonly string[];
}

type Row = readonly [due: string | readonly string[], edits: Edits, rule?: Partial<NotificationRule>];

/** A place of the message that holds each of these values instead. */
function holds(clause: ClauseId, pointer: string, ...values: readonly unknown[]): Row[] {
  return values.map((to) => [`${clause} ${pointer}`, { [pointer]: to }]);
}

/** The message as it is, of a rule with each of these params. */
function ofParams(due: string | readonly string[], ...values: readonly NotificationRule['params'][]): Row[] {
  return values.map((params = {}) => [due, {}, { params }]);
}

const BASE_FIELDS = ['notificationRuleId', 'triggerEvent', 'callbackHandle'];
const item = '/newTransactions/0';
const list = `${item}/details/transactionDetails`;
const flows = '/categoryCashFlows/0/details/transactions';
const balance = '/balanceChanges/0/details';

/** At each of the four transactions of a message. */
function transactions(at: string, list: string, fields: Readonly<Record<string, unknown>>): Edits {
  return Object.fromEntries(
    [0, 1].flatMap((one) =>
      [0, 1].flatMap((two) =>
        Object.entries(fields).map(([field, to]) => [`/${at}/${one}/details/${list}/${two}/${field}`, to]),
      ),
    ),
  );
}

/** Gives the transactions of NEW_TRANSACTIONS their category fields. */
export const categorized: Edits = transactions('newTransactions', 'transactionDetails', {
  categoryId: null,
  categoryName: 'Rent',
});

/** Makes the transactions of CATEGORY_CASH_FLOW those of the category itself, without sub-categories. */
export const noChildren: Edits = {
  '/includeChildCategories': false,
  ...transactions('categoryCashFlows', 'transactions', { categoryId: 380 }),
};

/** Every message repeats its rule (Events 2). */
function identity(event: TriggerEvent): Row[] {
  const other = event === 'NEW_TRANSACTIONS' ? 'HIGH_TRANSACTION_AMOUNT' : 'NEW_TRANSACTIONS';
  return [
    ['MESSAGE-RULE-ID /notificationRuleId', { '/notificationRuleId': 8 }, {}],
    ['MESSAGE-CALLBACK-HANDLE /callbackHandle', { '/callbackHandle': 'My-rule' }, {}],
    ['MESSAGE-TRIGGER-EVENT /triggerEvent', {}, { triggerEvent: other }],
  ];
}

/** A list of items, one for each account, with details for a rule that includes them, and only then. */
function items(event: TriggerEvent, name: string, clause: ClauseId): Row[] {
  const all = fullMessages[event].decrypted as unknown as Record<string, { accountId: number }[]>;
  const places = [0, 1].map((at) => `/${name}/${at}/details`);
  const gone = Object.fromEntries(places.map((place) => [place, GONE]));
  return [
    ...holds(clause, `/${name}`, []),
    ...holds(clause, `/${name}/1/accountId`, all[name]?.[0]?.accountId),
    ...holds('MESSAGE-DETAILS-PRESENT', `/${name}/1/details`, GONE),
    [places.map((place) => `MESSAGE-DETAILS-PRESENT ${place}`), { ...gone, '/categoryName': null }, {}],
    [
      places.map((place) => `MESSAGE-DETAILS-ONLY-ASKED ${place}`),
      { '/categoryName': null },
      { includeDetails: false },
    ],
  ];
}

/** A list of transactions: newest first, each once; `first` is the id of its first one. */
function ordered(at: string, clause: ClauseId, first: number): Row[] {
  return [
    ...holds('MESSAGE-LIST-ORDER', `${at}/1/bankBookingDate`, '2026-11-20 00:00:00.001'),
    ...holds(clause, `${at}/1/id`, first),
  ];
}

/** Of both events with maxTransactionsCount; the lists of the fixtures hold two. */
function counted(
  clause: 'MESSAGE-TRANSACTIONS' | 'MESSAGE-HIGH',
  params: NotificationRule['params'] = {},
): Row[] {
  const count = `${item}/newTransactionsCount`;
  const noDetails = { [`${item}/details`]: GONE, '/newTransactions/1/details': GONE };
  const both = [0, 1].map((at) => `MESSAGE-LIST-CAP ${list.replace('0', String(at))}`);
  return [
    ...holds(`${clause}-COUNT`, count, 3.5, -1),
    [`${clause}-COUNT ${list}`, { [count]: 1 }],
    [`${clause} ${count}`, { ...noDetails, [count]: 0 }],
    [`${clause} ${count}`, { [count]: 0, [list]: [] }, {}],
    ...ofParams(both, { ...params, maxTransactionsCount: 1 }),
    ...[4, '5', 4.5].map(
      (maxTransactionsCount): Row => [
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

/** Details of balances, of which the first item changes by another amount than this one. */
function balances(change: number): Row[] {
  return [
    ...holds('MESSAGE-BALANCE-DETAILS-CHANGE', `${balance}/balanceChange`, change),
    ...holds('MESSAGE-BALANCE-DETAILS-NUMBER', `${balance}/accountNumber`, '532013001'),
    ...holds('MESSAGE-BALANCE-DETAILS-IBAN', `${balance}/iban`, 'DE02120300000000202051'),
    ...holds('MESSAGE-BALANCE-DETAILS-NAME', `${balance}/accountName`, 'kreditkarte'),
    ...holds('MESSAGE-BALANCE-DETAILS-CONNECTION', `${balance}/bankConnectionName`, ''),
  ];
}

/** A second failed login. */
const login = { bankConnectionId: 531553, bankName: 'Testbank', bankConnectionName: 'Meine Hausbank' };

const rows: Readonly<Record<TriggerEvent, readonly Row[]>> = {
  NEW_ACCOUNT_BALANCE: [
    ...items('NEW_ACCOUNT_BALANCE', 'balanceChanges', 'MESSAGE-BALANCE-CHANGES'),
    ...balances(-1537.61),
    [
      `MESSAGE-BALANCE-CHANGES ${balance}/newBalance`,
      { [`${balance}/newBalance`]: 979.69, [`${balance}/balanceChange`]: 0 },
    ],
  ],
  NEW_TRANSACTIONS: [
    ...items('NEW_TRANSACTIONS', 'newTransactions', 'MESSAGE-TRANSACTIONS'),
    ...ordered(list, 'MESSAGE-TRANSACTIONS-DETAILS-ID', 7443079),
    ...counted('MESSAGE-TRANSACTIONS'),
    ...(['categoryId', 'categoryName'] as const).flatMap((field): Row[] => {
      const place = `${list}/1/${field}`;
      const id = field === 'categoryId' ? 'ID' : 'NAME';
      const due = `MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-${id} ${place}`;
      const waits = { params: { waitForCategorization: true } };
      return [
        [due, { ...categorized, [place]: {} }, waits],
        [due, { ...categorized, [place]: undefined }, waits],
      ];
    }),
  ],
  BANK_LOGIN_ERROR: [
    ...holds('MESSAGE-LOGIN-ERRORS', '/loginErrors', []),
    [
      'MESSAGE-LOGIN-ERRORS /loginErrors/1/bankConnectionId',
      { '/loginErrors/1': { ...login, bankConnectionId: 531552, details: { errorMessage: 'PIN wrong' } } },
    ],
    [
      'MESSAGE-DETAILS-PRESENT /loginErrors/1/details',
      { '/loginErrors/1': { ...login, errorCode: 'WRONG_CREDENTIALS' } },
    ],
    ...holds('MESSAGE-DETAILS', '/loginErrors/0/details', '{"errorMessage":""}'),
    ...ofParams('MESSAGE-LISTED-ONLY /loginErrors', { bankConnectionIds: '531553' }),
    [
      'MESSAGE-LOGIN-DETAILS-MESSAGE /loginErrors/0/details/errorMessage',
      { '/loginErrors/0/details/errorMessage': GONE, '/loginErrors/0/errorCode': 'WRONG_CREDENTIALS' },
    ],
    ...['accountId', 'accountName', 'accountNumber', 'accountIban'].flatMap((field) =>
      holds('MESSAGE-LOGIN-NO-ACCOUNT', `/loginErrors/0/${field}`, 'x'),
    ),
  ],
  FOREIGN_MONEY_TRANSFER: [
    ...items('FOREIGN_MONEY_TRANSFER', 'newTransactions', 'MESSAGE-FOREIGN'),
    ...ordered(list, 'MESSAGE-FOREIGN-DETAILS-ID', 7443079),
    ...holds('MESSAGE-FOREIGN-OUTGOING', `${list}/1/amount`, 0, 12.5),
    ...holds('MESSAGE-FOREIGN-COUNT', `${item}/transactionsCount`, 3.5, -1),
    ...holds('MESSAGE-FOREIGN', `${item}/transactionsCount`, 0),
    ...holds('MESSAGE-FOREIGN', list, []),
    ...[3, 1].map((to): Row => [`MESSAGE-FOREIGN-COUNT ${list}`, { [`${item}/transactionsCount`]: to }]),
  ],
  LOW_ACCOUNT_BALANCE: [
    ...items('LOW_ACCOUNT_BALANCE', 'balanceChanges', 'MESSAGE-LOW'),
    ...balances(635.24),
    ...ofParams('MESSAGE-LISTED-ONLY /balanceChanges', {
      balanceThreshold: 250.5,
      accountIds: '5315530,53155,1531553',
    }),
    // At the threshold, and above one that is below zero.
    ...[1.25, -45.86].map((to): Row => [`MESSAGE-LOW ${balance}/newBalance`, { '/balanceThreshold': to }]),
    ...ofParams('MESSAGE-LOW-THRESHOLD /balanceThreshold', { balanceThreshold: '250.5001' }),
  ],
  HIGH_TRANSACTION_AMOUNT: [
    ...items('HIGH_TRANSACTION_AMOUNT', 'newTransactions', 'MESSAGE-HIGH'),
    ...ordered(list, 'MESSAGE-HIGH-DETAILS-ID', 7150436),
    ...counted('MESSAGE-HIGH', { absoluteAmountThreshold: 250.5 }),
    ...holds('MESSAGE-HIGH-QUALIFYING', `${list}/1/amount`, 250.49, -250.49),
    ...ofParams('MESSAGE-HIGH-THRESHOLD /absoluteAmountThreshold', { absoluteAmountThreshold: '-250.5' }),
  ],
  CATEGORY_CASH_FLOW: [
    ...items('CATEGORY_CASH_FLOW', 'categoryCashFlows', 'MESSAGE-CATEGORY'),
    ...ordered(flows, 'MESSAGE-CATEGORY-DETAILS-ID', 7150436),
    ...holds('MESSAGE-CATEGORY', flows, []),
    ...ofParams('MESSAGE-LISTED-ONLY /categoryCashFlows', { categoryId: '380', accountIds: '5' }),
    ...ofParams('MESSAGE-CATEGORY-ID /categoryId', { categoryId: '70', includeChildCategories: true }),
    [
      `MESSAGE-CATEGORY-SUB-OFF ${flows}/0/categoryId`,
      { ...noChildren, [`${flows}/0/categoryId`]: 8 },
      { params: { categoryId: '380', includeChildCategories: 'false' } },
    ],
    [
      'MESSAGE-CATEGORY-NAME-ONLY-DETAILS /categoryName',
      { '/categoryCashFlows/0/details': GONE, '/categoryCashFlows/1/details': GONE },
    ],
    [
      ['MESSAGE-CATEGORY /categoryCashFlows', 'MESSAGE-CATEGORY-NAME-ONLY-DETAILS /categoryName'],
      { '/categoryCashFlows': [] },
      { includeDetails: false },
    ],
  ],
  NEW_TERMS_AND_CONDITIONS: Object.entries(messageFields)
    .filter(([name]) => name.endsWith('.message'))
    .flatMap(([, fields]) => fields.map(({ field }) => field.replace(/.*\./, '')))
    .filter((field, at, all) => all.indexOf(field) === at && !BASE_FIELDS.includes(field))
    .flatMap((field) => holds('MESSAGE-TERMS-BASE-ONLY', `/${field}`, 'x')),
};

export const brokenMessages: readonly BrokenMessage[] = triggerEvents.flatMap((event) =>
  [...identity(event), ...rows[event]].map(([due, edits, rule]) => ({
    event,
    edits,
    due: [due].flat(),
    ...(rule && { rule }),
  })),
);
