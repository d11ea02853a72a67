/** Requests that break a documented rule and are answered with success, each wrong in one way. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { OperationId } from '../operation.ts';
import { goodExchanges } from './good-exchanges.ts';
import { type SabotagedExchange, sentField } from './sabotaged-exchange.ts';
import { sabotagedRules } from './sabotaged-rules.ts';

const v1Types =
  '"Checking" or "Savings" or "CreditCard" or "Security" or "Loan" or "Membership" or "Bausparen"';
const v2Types =
  '"CHECKING" or "SAVINGS" or "CREDIT_CARD" or "SECURITY" or "MEMBERSHIP" or "LOAN" or "BAUSPAREN"';
const interfaces = '"XS2A" or "FINTS_SERVER" or "WEB_SCRAPER"';
const v1Lines = 'moneyTransfers[0].structuredRemittanceInformation[1]';
const v2Lines = 'orders[0].structuredRemittanceInformation[0]';

/** What stands in the lists of a request; the fields themselves are in the table of request fields. */
const entries: [OperationId, string, unknown, ClauseId, string][] = [
  [
    'importBankConnectionV1',
    'accountTypes[2]',
    'CREDIT_CARD',
    'V1-IMPORT-ACCOUNT-TYPES',
    `"CREDIT_CARD", not ${v1Types}`,
  ],
  [
    'createBankConnectionImport',
    'accountTypes[2]',
    'CREDITCARD',
    'V2-IMPORT-ACCOUNT-TYPES',
    `"CREDITCARD", not ${v2Types}`,
  ],
  [
    'createBankConnectionImport',
    'allowedInterfaces[1]',
    'HBCI',
    'V2-IMPORT-INTERFACES',
    `"HBCI", not ${interfaces}`,
  ],
  ['createMoneyTransferV1', 'moneyTransfers[1]', 'text', 'V1-CREATE-ORDERS', 'text, not an object'],
  ['createMoneyTransferV1', v1Lines, 5390, 'V1-ORDER-REMITTANCE', 'a number, not text'],
  ['createStandalonePayment', 'orders[0]', [], 'V2-PAYMENT-ORDERS', 'a list, not an object'],
  ['createStandalonePayment', v2Lines, null, 'V2-ORDER-REMITTANCE', 'null, not text'],
];

export const sabotagedRequests: readonly SabotagedExchange[] = [
  ...sabotagedRules,
  ...entries.map(([operation, ...row]) => sentField(operation, goodExchanges[operation][0], ...row)),
];
