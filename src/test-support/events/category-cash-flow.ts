/** CATEGORY_CASH_FLOW: its fields as the documentation lists them, and messages and rules that break a sentence about it. */
import { type EventReading, holds, noChildren, ofParams, sent } from '../event-reading.ts';
import { documented } from '../field-sabotages.ts';
import { GONE } from '../fixtures.ts';

const flows = '/categoryCashFlows/0/details/transactions';

export const reading: EventReading = {
  params: ['categoryId!', 'accountIds', 'includeChildCategories'],
  compared: { categoryId: '380', includeChildCategories: true },
  silent: ['MESSAGE-CATEGORY-NAME-ONLY-DETAILS', 'MESSAGE-LISTED-ONLY', 'MESSAGE-CATEGORY-SUB-OFF'],
  accounts: ['categoryCashFlows', 'MESSAGE-CATEGORY'],
  transactions: { list: 'transactions', of: 'CATEGORY', first: 7150436 },
  message: [
    documented('categoryId', 'number', 'MESSAGE-CATEGORY-ID'),
    documented('categoryName', 'text', 'MESSAGE-CATEGORY-NAME', 'unset', 'encrypted'),
    documented('includeChildCategories', 'true or false', 'MESSAGE-CATEGORY-CHILDREN'),
  ],
  details: [
    documented('transactions[0].categoryId', 'number', 'MESSAGE-CATEGORY-DETAILS-CATEGORY-ID'),
    documented('transactions[0].categoryName', 'text', 'MESSAGE-CATEGORY-DETAILS-CATEGORY-NAME'),
  ],
  broken: [
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
      [
        'MESSAGE-DETAILS-ONLY-ASKED /categoryCashFlows/0/details',
        'MESSAGE-DETAILS-ONLY-ASKED /categoryCashFlows/1/details',
        'MESSAGE-CATEGORY-NAME-ONLY-DETAILS /categoryName',
      ],
      {},
      { includeDetails: false },
    ],
  ],
  brokenRules: [
    ...sent('RULE-CATEGORY-PARAMS-REQUIRED', '/params', GONE),
    ...sent('RULE-CATEGORY-ID', '/params/categoryId', GONE, 7),
    ...sent('RULE-CATEGORY-CHILDREN', '/params/includeChildCategories', 'no'),
  ],
};
