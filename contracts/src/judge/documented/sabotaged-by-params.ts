/** Messages in plain text that are good alone but not with the thresholds, the category and the waiting of their rule. */
import { GONE } from './sabotaged-exchange.ts';
import { row, type SabotagedByRule } from './sabotaged-rule-row.ts';

const list = '/newTransactions/0/details/transactionDetails';

const thresholds = [
  ...[87.4, '87.4101', '87.40'].map((balanceThreshold) =>
    row(
      'LOW_ACCOUNT_BALANCE',
      [],
      { params: { balanceThreshold } },
      'MESSAGE-LOW-THRESHOLD',
      '/balanceThreshold',
      `balanceThreshold is 87.41, not ${balanceThreshold}, that of the rule`,
    ),
  ),
  ...[12.51, '-12.5', '13'].map((absoluteAmountThreshold) =>
    row(
      'HIGH_TRANSACTION_AMOUNT',
      [],
      { params: { absoluteAmountThreshold } },
      'MESSAGE-HIGH-THRESHOLD',
      '/absoluteAmountThreshold',
      `absoluteAmountThreshold is 12.5, not ${absoluteAmountThreshold}, that of the rule`,
    ),
  ),
];

const categories = [
  row(
    'CATEGORY_CASH_FLOW',
    [],
    { params: { categoryId: '70', includeChildCategories: false } },
    'MESSAGE-CATEGORY-ID',
    '/categoryId',
    'categoryId is 7, not "70", that of the rule',
  ),
  ...[true, 'true'].map((includeChildCategories) =>
    row(
      'CATEGORY_CASH_FLOW',
      [],
      { params: { categoryId: '7', includeChildCategories } },
      'MESSAGE-CATEGORY-CHILDREN',
      '/includeChildCategories',
      'includeChildCategories is false, not true, that of the rule',
    ),
  ),
  row(
    'CATEGORY_CASH_FLOW',
    [],
    { params: { categoryId: '7' } },
    'RULE-CATEGORY-CHILDREN-DEFAULT',
    '/includeChildCategories',
    'includeChildCategories is false, not true, for a rule that does not say',
  ),
];

const waiting = (
  [
    ['categoryId', 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID', 'categoryName'],
    ['categoryName', 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME', 'categoryId'],
  ] as const
).flatMap(([field, clause, other]) => {
  const rule = { params: { waitForCategorization: true } };
  const categorized = [0, 1, 2].flatMap((index) => [
    [`${list}/${index}/${other}`, null] as const,
    [`${list}/${index}/${field}`, null] as const,
  ]);
  const another = '/newTransactions/1/details/transactionDetails/0';
  const edits = [...categorized, [`${another}/categoryId`, 7], [`${another}/categoryName`, 'Rent']] as const;
  const pointer = `${list}/2/${field}`;
  const wrong = field === 'categoryId' ? '7' : 7;
  const kind = field === 'categoryId' ? 'text, not a number or null' : 'a number, not text or null';
  return [
    row(
      'NEW_TRANSACTIONS',
      [...edits, [pointer, GONE]],
      rule,
      clause,
      pointer,
      `${field} is missing, and the rule waits for categorization`,
    ),
    row(
      'NEW_TRANSACTIONS',
      [...edits, [pointer, wrong]],
      rule,
      clause,
      pointer,
      `transactionDetails[2].${field} is ${kind}`,
    ),
  ];
});

export const sabotagedByParams: readonly SabotagedByRule[] = [...thresholds, ...categories, ...waiting];
