/** Messages that break one sentence of the documentation each: edits of the `full` fixtures, alone or as messages of a rule. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { type BrokenMessage, breaks, brokenLists, flows, type Variant } from './broken-lists.ts';
import { type Edits, fullMessages, GONE } from './fixtures.ts';

const balance = '/balanceChanges/0/details';
const ofItems = [
  ['NEW_ACCOUNT_BALANCE', 'balanceChanges', 'MESSAGE-BALANCE-CHANGES'],
  ['NEW_TRANSACTIONS', 'newTransactions', 'MESSAGE-TRANSACTIONS'],
  ['FOREIGN_MONEY_TRANSFER', 'newTransactions', 'MESSAGE-FOREIGN'],
  ['LOW_ACCOUNT_BALANCE', 'balanceChanges', 'MESSAGE-LOW'],
  ['HIGH_TRANSACTION_AMOUNT', 'newTransactions', 'MESSAGE-HIGH'],
  ['CATEGORY_CASH_FLOW', 'categoryCashFlows', 'MESSAGE-CATEGORY'],
] as const;
const ofBalances = ['NEW_ACCOUNT_BALANCE', 'LOW_ACCOUNT_BALANCE'] as const;

/** Makes the transactions of CATEGORY_CASH_FLOW those of the category itself, without sub-categories. */
export const noChildren: Edits = {
  '/includeChildCategories': false,
  ...Object.fromEntries(
    [0, 1].flatMap((at) =>
      [0, 1].map((of) => [`/categoryCashFlows/${at}/details/transactions/${of}/categoryId`, 380]),
    ),
  ),
};

/** A second failed login. */
const login = {
  bankConnectionId: 531553,
  bankName: 'Testbank',
  bankConnectionName: 'Meine Hausbank',
  details: { errorMessage: 'PIN wrong' },
};

const identity = triggerEvents.flatMap((event) => {
  const other = event === 'NEW_TRANSACTIONS' ? 'HIGH_TRANSACTION_AMOUNT' : 'NEW_TRANSACTIONS';
  const [id, handle, trigger] = [
    'MESSAGE-RULE-ID /notificationRuleId: notificationRuleId is 8, not 5116, the id of its rule',
    'MESSAGE-CALLBACK-HANDLE /callbackHandle: callbackHandle is another text of 7 characters, not that of its rule',
    `MESSAGE-TRIGGER-EVENT /triggerEvent: triggerEvent is "${event}", not "${other}", that of its rule`,
  ];
  return [
    ...breaks(event, id, [{ '/notificationRuleId': 8 }, {}]),
    ...breaks(event, handle, [{ '/callbackHandle': 'My-rule' }, {}]),
    ...breaks(event, trigger, [{}, { triggerEvent: other }]),
  ];
});

const items = [
  ...ofItems.flatMap(([event, name, clause]) => {
    const empty = `is an empty list, not a list of at least one item`;
    const first = (fullMessages[event].decrypted as unknown as Record<string, { accountId: number }[]>)[
      name
    ]?.[0];
    const [at, id] = [`/${name}/1`, first?.accountId];
    return [
      ...breaks(event, `${clause} /${name}: ${name} ${empty}`, [{ [`/${name}`]: [] }]),
      ...breaks(event, `${clause} ${at}/accountId: accountId is ${id}, which another item has already`, [
        { [`${at}/accountId`]: id },
      ]),
      ...breaks(
        event,
        `MESSAGE-DETAILS-PRESENT ${at}/details: details is missing, and another item has them`,
        [{ [`${at}/details`]: GONE }],
      ),
    ];
  }),
  ...breaks(
    'BANK_LOGIN_ERROR',
    'MESSAGE-LOGIN-ERRORS /loginErrors: loginErrors is an empty list, not a list of at least one item',
    [{ '/loginErrors': [] }],
  ),
  ...breaks(
    'BANK_LOGIN_ERROR',
    'MESSAGE-LOGIN-ERRORS /loginErrors/1/bankConnectionId: bankConnectionId is 531552, which another item has already',
    [{ '/loginErrors/1': { ...login, bankConnectionId: 531552 } }],
  ),
  ...breaks(
    'BANK_LOGIN_ERROR',
    'MESSAGE-DETAILS-PRESENT /loginErrors/1/details: details is missing, and another item has them',
    [{ '/loginErrors/1': { ...login, errorCode: 'WRONG_CREDENTIALS', details: undefined } }],
  ),
];

const details = [
  ...(['LOW_ACCOUNT_BALANCE', 'HIGH_TRANSACTION_AMOUNT'] as const).flatMap((event) => {
    const places = [0, 1].map(
      (at) => `${event.startsWith('LOW') ? '/balanceChanges' : '/newTransactions'}/${at}/details`,
    );
    const asked = 'details is present for a rule without includeDetails, not absent';
    const missing = 'details is missing, and the rule includes details';
    return [
      ...breaks(
        event,
        places.map((place) => `MESSAGE-DETAILS-ONLY-ASKED ${place}: ${asked}`),
        [{}, { includeDetails: false }],
      ),
      ...breaks(
        event,
        places.map((place) => `MESSAGE-DETAILS-PRESENT ${place}: ${missing}`),
        [Object.fromEntries(places.map((place) => [place, GONE])), {}],
      ),
    ];
  }),
  ...breaks(
    'BANK_LOGIN_ERROR',
    'MESSAGE-DETAILS /loginErrors/0/details: details holds no JSON object: it is text',
    [{ '/loginErrors/0/details': '{"errorMessage":""}' }],
  ),
];

const listed = [
  ...breaks(
    'LOW_ACCOUNT_BALANCE',
    'MESSAGE-LISTED-ONLY /balanceChanges: balanceChanges names 531552, 531553, none of accountIds of the rule',
    [{}, { params: { balanceThreshold: 250.5, accountIds: '5315530,53155,1531553' } }],
  ),
  ...breaks(
    'BANK_LOGIN_ERROR',
    'MESSAGE-LISTED-ONLY /loginErrors: loginErrors names 531552, none of bankConnectionIds of the rule',
    [{}, { params: { bankConnectionIds: '531553' } }],
  ),
  ...breaks(
    'CATEGORY_CASH_FLOW',
    'MESSAGE-LISTED-ONLY /categoryCashFlows: categoryCashFlows names 531552, 531553, none of accountIds of the rule',
    [{}, { params: { categoryId: '380', accountIds: '5' } }],
  ),
];

const balances = [
  ...ofBalances.flatMap((event) => {
    const changes =
      event === 'NEW_ACCOUNT_BALANCE' ? [1537.62, -1537.61, 1537.610001, 0] : [635.24, -635.23, 0];
    const inexact = 'balanceChange is another amount, not newBalance minus oldBalance';
    const of: [field: string, inItem: string, to: string, clause: ClauseId][] = [
      ['accountNumber', 'accountNumber', '532013001', 'MESSAGE-BALANCE-DETAILS-NUMBER'],
      ['iban', 'accountIban', 'DE02120300000000202051', 'MESSAGE-BALANCE-DETAILS-IBAN'],
      ['accountName', 'accountName', 'kreditkarte', 'MESSAGE-BALANCE-DETAILS-NAME'],
      ['bankConnectionName', 'bankConnectionName', '', 'MESSAGE-BALANCE-DETAILS-CONNECTION'],
    ];
    return [
      ...breaks(
        event,
        `MESSAGE-BALANCE-DETAILS-CHANGE ${balance}/balanceChange: ${inexact}`,
        ...changes.map((change): Variant => [{ [`${balance}/balanceChange`]: change }]),
      ),
      ...of.flatMap(([field, inItem, to, clause]) =>
        breaks(event, `${clause} ${balance}/${field}: ${field} is another text, not ${inItem} of the item`, [
          { [`${balance}/${field}`]: to },
        ]),
      ),
    ];
  }),
  ...breaks(
    'NEW_ACCOUNT_BALANCE',
    `MESSAGE-BALANCE-CHANGES ${balance}/newBalance: newBalance is the same as oldBalance, not a changed balance`,
    [{ [`${balance}/newBalance`]: 979.69, [`${balance}/balanceChange`]: 0 }],
  ),
  // At the threshold, a hundredth above it, and above one that is below zero.
  ...breaks(
    'LOW_ACCOUNT_BALANCE',
    `MESSAGE-LOW ${balance}/newBalance: newBalance is balanceThreshold or above, not below it`,
    [{ '/balanceThreshold': 1.25 }],
    [{ '/balanceThreshold': 1.24 }],
    [{ '/balanceThreshold': -45.86 }],
  ),
  ...[250.4, '250.5001', '250.40'].flatMap((balanceThreshold) =>
    breaks(
      'LOW_ACCOUNT_BALANCE',
      `MESSAGE-LOW-THRESHOLD /balanceThreshold: balanceThreshold is 250.5, not ${balanceThreshold}, that of the rule`,
      [{}, { params: { balanceThreshold } }],
    ),
  ),
];

const categories = [
  ...breaks(
    'CATEGORY_CASH_FLOW',
    `MESSAGE-CATEGORY-SUB-OFF ${flows}/0/categoryId: categoryId is another category, not that of the rule, which counts no sub-categories`,
    [
      { ...noChildren, [`${flows}/0/categoryId`]: 8 },
      { params: { categoryId: '380', includeChildCategories: 'false' } },
    ],
  ),
  ...breaks(
    'CATEGORY_CASH_FLOW',
    'MESSAGE-CATEGORY-NAME-ONLY-DETAILS /categoryName: categoryName is present while no item has details, not absent',
    [{ '/categoryCashFlows/0/details': GONE, '/categoryCashFlows/1/details': GONE }],
  ),
  ...breaks(
    'CATEGORY_CASH_FLOW',
    [
      'MESSAGE-DETAILS-ONLY-ASKED /categoryCashFlows/0/details: details is present for a rule without includeDetails, not absent',
      'MESSAGE-DETAILS-ONLY-ASKED /categoryCashFlows/1/details: details is present for a rule without includeDetails, not absent',
      'MESSAGE-CATEGORY-NAME-ONLY-DETAILS /categoryName: categoryName is present for a rule without includeDetails, not absent',
    ],
    [{}, { includeDetails: false }],
  ),
  ...breaks(
    'CATEGORY_CASH_FLOW',
    'MESSAGE-CATEGORY-ID /categoryId: categoryId is 380, not "70", that of the rule',
    [{}, { params: { categoryId: '70', includeChildCategories: true } }],
  ),
];

const fields = [
  ...breaks(
    'BANK_LOGIN_ERROR',
    'MESSAGE-LOGIN-DETAILS-MESSAGE /loginErrors/0/details/errorMessage: errorMessage is missing, not the denial message of the bank server',
    [{ '/loginErrors/0/details/errorMessage': GONE, '/loginErrors/0/errorCode': 'WRONG_CREDENTIALS' }],
  ),
  ...['accountId', 'accountName', 'accountNumber', 'accountIban'].flatMap((field) =>
    breaks(
      'BANK_LOGIN_ERROR',
      `MESSAGE-LOGIN-NO-ACCOUNT /loginErrors/0/${field}: ${field} is present, not absent`,
      [{ [`/loginErrors/0/${field}`]: 'x' }],
    ),
  ),
  ...[
    'balanceChanges',
    'newTransactions',
    'loginErrors',
    'categoryCashFlows',
    'balanceThreshold',
    'absoluteAmountThreshold',
    'categoryId',
    'categoryName',
    'includeChildCategories',
    'details',
  ].flatMap((field) =>
    breaks('NEW_TERMS_AND_CONDITIONS', `MESSAGE-TERMS-BASE-ONLY /${field}: ${field} is present, not absent`, [
      { [`/${field}`]: 'x' },
    ]),
  ),
];

export const brokenMessages: readonly BrokenMessage[] = [
  ...identity,
  ...items,
  ...details,
  ...listed,
  ...balances,
  ...brokenLists,
  ...categories,
  ...fields,
];
