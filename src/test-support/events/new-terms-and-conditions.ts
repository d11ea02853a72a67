/** NEW_TERMS_AND_CONDITIONS: its fields as the documentation lists them, and messages and rules that break a sentence about it. */
import { type EventReading, holds } from '../event-reading.ts';

export const reading: EventReading = {
  params: [],
  broken: [
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
  ].flatMap((field) => holds('MESSAGE-TERMS-BASE-ONLY', `/${field}`, 'x')),
};
