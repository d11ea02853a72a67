/** Messages whose lists of transactions or their counts break one sentence of the documentation each. */
import type { NotificationRule, TriggerEvent } from '../../contracts/src/messages/message.ts';
import { type Edits, GONE } from './fixtures.ts';

export interface BrokenMessage {
  readonly event: TriggerEvent;
  readonly edits: Edits;
  /** What its rule has instead; a message without it is judged alone. */
  readonly rule?: Partial<NotificationRule>;
  /** `CLAUSE pointer: message` of each finding. */
  readonly due: readonly string[];
}

export type Variant = readonly [edits: Edits, rule?: Partial<NotificationRule>];

const item = '/newTransactions/0';
const list = `${item}/details/transactionDetails`;
export const flows = '/categoryCashFlows/0/details/transactions';

const ofTransactions = [
  ['NEW_TRANSACTIONS', list, 'MESSAGE-TRANSACTIONS'],
  ['FOREIGN_MONEY_TRANSFER', list, 'MESSAGE-FOREIGN'],
  ['HIGH_TRANSACTION_AMOUNT', list, 'MESSAGE-HIGH'],
  ['CATEGORY_CASH_FLOW', flows, 'MESSAGE-CATEGORY'],
] as const;
const ofCounts = [
  ['NEW_TRANSACTIONS', 'newTransactionsCount', 'MESSAGE-TRANSACTIONS-COUNT'],
  ['FOREIGN_MONEY_TRANSFER', 'transactionsCount', 'MESSAGE-FOREIGN-COUNT'],
  ['HIGH_TRANSACTION_AMOUNT', 'newTransactionsCount', 'MESSAGE-HIGH-COUNT'],
] as const;
/** Gives the transactions of NEW_TRANSACTIONS their category fields. */
export const categorized: Edits = Object.fromEntries(
  [0, 1].flatMap((at) =>
    [0, 1].flatMap((of) => {
      const transaction = `/newTransactions/${at}/details/transactionDetails/${of}`;
      return [
        [`${transaction}/categoryId`, null],
        [`${transaction}/categoryName`, 'Rent'],
      ];
    }),
  ),
);

export function breaks(
  event: TriggerEvent,
  due: string | readonly string[],
  ...variants: Variant[]
): BrokenMessage[] {
  return variants.map(([edits, rule]) => ({ event, edits, ...(rule && { rule }), due: [due].flat() }));
}

const transactions = [
  ...ofTransactions.flatMap(([event, at, clause]) => {
    const later = 'bankBookingDate is later than that of the transaction before it, not in descending order';
    const first = event === 'NEW_TRANSACTIONS' || event === 'FOREIGN_MONEY_TRANSFER' ? 7443079 : 7150436;
    return [
      ...breaks(
        event,
        `MESSAGE-LIST-ORDER ${at}/1/bankBookingDate: ${later}`,
        [{ [`${at}/1/bankBookingDate`]: '2026-11-20 00:00:00.001' }],
        [{ [`${at}/1/bankBookingDate`]: '2027-01-01 00:00:00.000' }],
      ),
      ...breaks(
        event,
        `${clause}-DETAILS-ID ${at}/1/id: id is that of an earlier transaction in the list, not its own`,
        [{ [`${at}/1/id`]: first }],
      ),
    ];
  }),
  ...(['NEW_TRANSACTIONS', 'HIGH_TRANSACTION_AMOUNT'] as const).flatMap((event) => {
    const clause = event === 'NEW_TRANSACTIONS' ? 'MESSAGE-TRANSACTIONS' : 'MESSAGE-HIGH';
    const missing = 'isAdjustingEntry is missing; it exists since service version 1.30.0, and this is 1.30.0';
    return breaks(event, `${clause}-DETAILS-ADJUSTING ${list}/1/isAdjustingEntry: ${missing}`, [
      { [`${list}/1/isAdjustingEntry`]: GONE },
    ]);
  }),
  ...breaks(
    'HIGH_TRANSACTION_AMOUNT',
    `MESSAGE-HIGH-QUALIFYING ${list}/1/amount: amount is below absoluteAmountThreshold by its absolute value, not at it or above`,
    ...[250.49, -250.49, 0].map((amount): Variant => [{ [`${list}/1/amount`]: amount }]),
  ),
  ...[250.51, '-250.5', '13'].flatMap((absoluteAmountThreshold) =>
    breaks(
      'HIGH_TRANSACTION_AMOUNT',
      `MESSAGE-HIGH-THRESHOLD /absoluteAmountThreshold: absoluteAmountThreshold is 250.5, not ${absoluteAmountThreshold}, that of the rule`,
      [{}, { params: { absoluteAmountThreshold } }],
    ),
  ),
  ...breaks(
    'FOREIGN_MONEY_TRANSFER',
    `MESSAGE-FOREIGN-OUTGOING ${list}/1/amount: amount is zero or above, not negative`,
    ...[0, 0.01, 12.5].map((amount): Variant => [{ [`${list}/1/amount`]: amount }]),
  ),
  ...(['categoryId', 'categoryName'] as const).flatMap((field) => {
    const [place, of] = [`${list}/1/${field}`, { params: { waitForCategorization: true } }];
    const clause = `MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-${field === 'categoryId' ? 'ID' : 'NAME'}`;
    const kind = field === 'categoryId' ? 'text, not a number or null' : 'a number, not text or null';
    return [
      ...breaks('NEW_TRANSACTIONS', `${clause} ${place}: transactionDetails[1].${field} is ${kind}`, [
        { ...categorized, [place]: field === 'categoryId' ? '7' : 7 },
        of,
      ]),
    ];
  }),
];

/** The lists of the fixtures hold two. */
const counts = [
  ...ofCounts.flatMap(([event, field, clause]) =>
    [1.5, 3.5, -1, -0.5].flatMap((count) =>
      breaks(event, `${clause} ${item}/${field}: ${field} is ${count}, not a whole number of transactions`, [
        { [`${item}/${field}`]: count },
      ]),
    ),
  ),
  ...(
    [
      ['FOREIGN_MONEY_TRANSFER', list],
      ['CATEGORY_CASH_FLOW', flows],
    ] as const
  ).flatMap(([event, at]) => {
    const clause = event === 'CATEGORY_CASH_FLOW' ? 'MESSAGE-CATEGORY' : 'MESSAGE-FOREIGN';
    const none = `${at.split('/').at(-1)} is a list of 0, not of at least 1`;
    return breaks(event, `${clause} ${at}: ${none}`, [{ [at]: [] }]);
  }),
  ...[50, 3, 1].flatMap((count) =>
    breaks(
      'FOREIGN_MONEY_TRANSFER',
      `MESSAGE-FOREIGN-COUNT ${list}: transactionDetails is a list of 2, not of ${count}, as transactionsCount says`,
      [{ [`${item}/transactionsCount`]: count }],
    ),
  ),
  ...breaks(
    'FOREIGN_MONEY_TRANSFER',
    `MESSAGE-FOREIGN ${item}/transactionsCount: transactionsCount is 0, not at least 1`,
    [{ [`${item}/transactionsCount`]: 0 }],
  ),
  ...(['NEW_TRANSACTIONS', 'HIGH_TRANSACTION_AMOUNT'] as const).flatMap((event) => {
    const [clause, params] =
      event === 'NEW_TRANSACTIONS'
        ? (['MESSAGE-TRANSACTIONS', {}] as const)
        : (['MESSAGE-HIGH', { absoluteAmountThreshold: 250.5 }] as const);
    const count = `${item}/newTransactionsCount`;
    const max = (maxTransactionsCount: unknown) => ({ params: { ...params, maxTransactionsCount } });
    const none = `${clause} ${count}: newTransactionsCount is 0, not at least 1`;
    const short = `${list}: transactionDetails is a list of 2, not of 4, as newTransactionsCount says`;
    const long = 'transactionDetails is a list of 2, not at most 1, the maxTransactionsCount of the rule';
    return [
      ...breaks(
        event,
        `${clause}-COUNT ${list}: transactionDetails is a list of 2, not of no more than newTransactionsCount`,
        [{ [count]: 1 }],
        [{ [count]: 0 }],
      ),
      ...breaks(event, none, [{ [`${item}/details`]: GONE, '/newTransactions/1/details': GONE, [count]: 0 }]),
      ...breaks(event, none, [{ [count]: 0, [list]: [] }, {}]),
      ...breaks(
        event,
        [0, 1].map((at) => `MESSAGE-LIST-CAP ${list.replace('0', String(at))}: ${long}`),
        [{}, max(1)],
      ),
      ...breaks(
        event,
        `${clause}-COUNT ${short}`,
        ...[4, '5', 100, 4.5].map((most): Variant => [{ [count]: 4 }, max(most)]),
      ),
      // A rule that does not say has 100.
      ...breaks(event, `RULE-MAX-COUNT-DEFAULT ${short}`, [{ [count]: 4 }, { params }]),
    ];
  }),
];

export const brokenLists: readonly BrokenMessage[] = [...transactions, ...counts];
