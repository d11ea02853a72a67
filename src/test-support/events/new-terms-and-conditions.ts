/** NEW_TERMS_AND_CONDITIONS: its fields as the documentation lists them, and messages and rules that break a sentence about it. */
import { type EventReading, holds } from '../event-reading.ts';

export const reading: EventReading = {
  params: [],
  broken: `balanceChanges newTransactions loginErrors categoryCashFlows details balanceThreshold
    absoluteAmountThreshold categoryId categoryName includeChildCategories`
    .split(/\s+/)
    .flatMap((field) => holds('MESSAGE-TERMS-BASE-ONLY', `/${field}`, 'x')),
};
