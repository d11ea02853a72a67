/** By hand a second time: every operation, and every field of every answer and request that the documentation lists. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type DocumentedField, documented, type FieldKind, type Secret } from './field-sabotages.ts';

/** The operationId, the call, its documented responses, who calls, and the clause of the call. */
export const documentedOperations = [
  ['createToken', 'post /oauth/token', '2XX 4XX', 'no token', 'AUTH-TOKEN-CALL'],
  ['createUser', 'post /users', '2XX 4XX', 'clientToken', 'USER-CREATE-CALL'],
  ['createNotificationRule', 'post /notificationRules', '2XX 4XX', 'userToken', 'RULE-CREATE-CALL'],
  ['getClientConfiguration', 'get /clientConfiguration', '2XX 4XX', 'clientToken', 'CONFIG-READ-CALL'],
  ['importBankConnectionV1', 'post /api/v1/bankConnections/import', '451 4XX', 'userToken', 'V1-IMPORT-CALL'],
  ['createMoneyTransferV1', 'post /api/v1/payments/moneyTransfers', '2XX 4XX', 'userToken', 'V1-CREATE-CALL'],
  ['submitPaymentV1', 'post /api/v1/payments/submit', '451 4XX', 'userToken', 'V1-SUBMIT-CALL'],
  [
    'createBankConnectionImport',
    'post /api/webForms/bankConnectionImport',
    '201 4XX',
    'userToken',
    'V2-IMPORT-CALL',
  ],
  [
    'createStandalonePayment',
    'post /api/webForms/standalonePayment',
    '201 4XX',
    'userToken',
    'V2-PAYMENT-CALL',
  ],
] as const;

// The first entry of `errors` is the one that says WEB_FORM_REQUIRED; the second shows what holds for any entry.
const envelope = [
  documented('errors', 'list', 'V1-ENVELOPE-ERRORS'),
  documented('errors[1].message', 'text', 'V1-ENVELOPE-MESSAGE'),
  documented('errors[1].code', 'text', 'V1-ENVELOPE-CODE'),
  documented('errors[1].type', 'text', 'V1-ENVELOPE-TYPE'),
  documented('errors[1].multiStepAuthentication', 'anything', 'V1-451-MULTI-STEP', 'unset'),
  documented('date', 'envelope time', 'V1-ENVELOPE-DATE'),
  documented('requestId', 'text', 'V1-ENVELOPE-REQUEST-ID'),
  documented('endpoint', 'text', 'V1-ENVELOPE-ENDPOINT'),
  documented('authContext', 'text', 'V1-ENVELOPE-AUTH-CONTEXT', 'personal'),
  documented('bank', 'text', 'V1-ENVELOPE-BANK'),
];

function webForm(type: string, typeClause: ClauseId): DocumentedField[] {
  return [
    documented('id', 'UUID', 'V2-FORM-ID'),
    documented('url', 'address', 'V2-FORM-URL'),
    documented('createdAt', 'web form time', 'V2-FORM-CREATED-AT'),
    documented('expiresAt', 'web form time', 'V2-FORM-EXPIRES-AT'),
    documented('type', { words: [type], wrong: typeClause }, 'V2-FORM-TYPE'),
    documented('status', { words: ['NOT_YET_OPENED'] }, 'V2-FORM-STATUS'),
  ];
}

export const answerFields = {
  'createToken.2XX': [
    documented('access_token', 'text', 'AUTH-TOKEN-VALUE', 'password'),
    documented('token_type', { words: ['bearer'], inAnyCase: true }, 'AUTH-TOKEN-TYPE'),
    documented('expires_in', 'whole number', 'AUTH-TOKEN-EXPIRES-IN'),
    documented('scope', { words: ['all'] }, 'AUTH-TOKEN-SCOPE'),
  ],
  'createUser.2XX': [
    documented('id', 'text', 'USER-RESPONSE-ID', 'personal'),
    documented('password', 'text', 'USER-RESPONSE-PASSWORD', 'password'),
    documented('email', 'text', 'USER-RESPONSE-EMAIL', 'unset', 'personal'),
    documented('phone', 'text', 'USER-RESPONSE-PHONE', 'unset', 'personal'),
    documented('isAutoUpdateEnabled', 'true or false', 'USER-RESPONSE-AUTO-UPDATE'),
  ],
  'getClientConfiguration.2XX': [
    documented('isAutoCategorizationEnabled', 'true or false', 'CONFIG-AUTO-CATEGORIZATION'),
    documented('userNotificationCallbackUrl', 'text', 'CONFIG-CALLBACK-URL', 'unset'),
  ],
  'importBankConnectionV1.451': envelope,
  'submitPaymentV1.451': envelope,
  'createMoneyTransferV1.2XX': [
    documented('id', 'number', 'V1-PAYMENT-ID'),
    documented('accountId', 'null', 'V1-PAYMENT-ACCOUNT-ID', 'unset'),
    documented('iban', 'text', 'V1-PAYMENT-IBAN', 'personal'),
    documented('bankId', 'number', 'V1-PAYMENT-BANK-ID'),
    documented('type', { words: ['MONEY_TRANSFER'] }, 'V1-PAYMENT-TYPE'),
    documented('amount', 'number', 'V1-PAYMENT-AMOUNT', 'personal'),
    documented('orderCount', 'number', 'V1-PAYMENT-ORDER-COUNT'),
    documented('status', { words: ['OPEN'] }, 'V1-PAYMENT-STATUS'),
    documented('instructedExecutionDate', 'date', 'V1-PAYMENT-EXECUTION-DATE', 'unset'),
    documented('instantPayment', 'true or false', 'V1-PAYMENT-INSTANT', 'unset'),
    documented('statusV2', { words: ['OPEN'] }, 'V1-PAYMENT-STATUS-V2'),
  ],
  'createBankConnectionImport.201': webForm('BANK_CONNECTION_IMPORT', 'V2-IMPORT-TYPE'),
  'createStandalonePayment.201': webForm('STANDALONE_PAYMENT', 'V2-PAYMENT-TYPE'),
} as const satisfies Record<string, readonly DocumentedField[]>;

/** A field that a request may leave out. */
const sent = (field: string, is: FieldKind, clause: ClauseId, ...secret: readonly Secret[]) =>
  documented(field, is, clause, 'absent', ...secret);
const address = [
  ['street', 'STREET'],
  ['houseNumber', 'HOUSE-NUMBER'],
  ['city', 'CITY'],
  ['postCode', 'POST-CODE'],
  ['country', 'COUNTRY'],
] as const;
/** The fields of an address, which have no documented type. */
const addressFields = (at: string, version: 'V1' | 'V2') =>
  address.map(([field, clause]) =>
    sent(`${at}.${field}`, 'anything', `${version}-ADDRESS-${clause}`, 'personal'),
  );

/** Every field of every request body that the documentation lists, by operation; `anything` has no documented type. */
export const requestFields = {
  createToken: [
    sent('grant_type', 'text', 'AUTH-GRANT-TYPE'),
    sent('client_id', 'text', 'AUTH-CLIENT-ID', 'password'),
    sent('client_secret', 'text', 'AUTH-CLIENT-SECRET', 'password'),
    sent('username', 'text', 'AUTH-USERNAME', 'personal'),
    sent('password', 'text', 'AUTH-PASSWORD', 'password'),
  ],
  createUser: [
    sent('id', 'text', 'USER-REQUEST-ID', 'personal'),
    sent('password', 'text', 'USER-REQUEST-PASSWORD', 'password'),
    sent('email', 'text', 'USER-REQUEST-EMAIL', 'personal'),
    sent('phone', 'text', 'USER-REQUEST-PHONE', 'personal'),
    sent('isAutoUpdateEnabled', 'true or false', 'USER-REQUEST-AUTO-UPDATE'),
  ],
  importBankConnectionV1: [
    sent('bankId', 'number', 'V1-IMPORT-BANK-ID'),
    sent('name', 'text', 'V1-IMPORT-NAME', 'personal'),
    sent('interface', 'text', 'V1-IMPORT-INTERFACE'),
    sent('skipBalancesDownload', 'true or false', 'V1-IMPORT-SKIP-BALANCES'),
    sent('skipPositionsDownload', 'true or false', 'V1-IMPORT-SKIP-POSITIONS'),
    sent('loadOwnerData', 'true or false', 'V1-IMPORT-OWNER-DATA'),
    sent('maxDaysForDownload', 'number', 'V1-IMPORT-MAX-DAYS'),
    sent('accountTypes', 'list', 'V1-IMPORT-ACCOUNT-TYPES'),
  ],
  createMoneyTransferV1: [
    sent('iban', 'text', 'V1-CREATE-IBAN', 'personal'),
    sent('executionDate', 'text', 'V1-CREATE-EXECUTION-DATE'),
    sent('moneyTransfers', 'list', 'V1-CREATE-ORDERS'),
    sent('instantPayment', 'true or false', 'V1-CREATE-INSTANT'),
    sent('moneyTransfers[0].counterpartName', 'anything', 'V1-ORDER-NAME', 'personal'),
    sent('moneyTransfers[0].counterpartIban', 'anything', 'V1-ORDER-IBAN', 'personal'),
    sent('moneyTransfers[0].counterpartBic', 'anything', 'V1-ORDER-BIC', 'personal'),
    sent('moneyTransfers[0].counterpartAddress', 'object', 'V1-ORDER-ADDRESS'),
    ...addressFields('moneyTransfers[0].counterpartAddress', 'V1'),
    sent('moneyTransfers[0].amount', 'number', 'V1-ORDER-AMOUNT', 'personal'),
    sent('moneyTransfers[0].purpose', 'anything', 'V1-ORDER-PURPOSE', 'personal'),
    sent('moneyTransfers[0].sepaPurposeCode', 'anything', 'V1-ORDER-PURPOSE-CODE'),
    sent('moneyTransfers[0].endToEndId', 'anything', 'V1-ORDER-END-TO-END-ID', 'personal'),
    sent('moneyTransfers[0].structuredRemittanceInformation', 'list', 'V1-ORDER-REMITTANCE', 'personal'),
  ],
  submitPaymentV1: [
    sent('paymentId', 'number', 'V1-SUBMIT-PAYMENT-ID'),
    sent('interface', 'text', 'V1-SUBMIT-INTERFACE'),
  ],
  createBankConnectionImport: [
    sent('bank', 'object', 'V2-IMPORT-BANK'),
    sent('bank.id', 'number', 'V2-IMPORT-BANK-ID'),
    sent('bankConnectionName', 'text', 'V2-IMPORT-NAME', 'personal'),
    sent('allowedInterfaces', 'list', 'V2-IMPORT-INTERFACES'),
    sent('skipBalancesDownload', 'true or false', 'V2-IMPORT-SKIP-BALANCES'),
    sent('skipPositionsDownload', 'true or false', 'V2-IMPORT-SKIP-POSITIONS'),
    sent('loadOwnerData', 'true or false', 'V2-IMPORT-OWNER-DATA'),
    sent('maxDaysForDownload', 'number', 'V2-IMPORT-MAX-DAYS'),
    sent('accountTypes', 'list', 'V2-IMPORT-ACCOUNT-TYPES'),
  ],
  createStandalonePayment: [
    sent('sender', 'object', 'V2-PAYMENT-SENDER'),
    sent('sender.iban', 'anything', 'V2-PAYMENT-SENDER-IBAN', 'personal'),
    sent('executionDate', 'date', 'V2-PAYMENT-EXECUTION-DATE'),
    sent('orders', 'list', 'V2-PAYMENT-ORDERS'),
    sent('instantPayment', 'true or false', 'V2-PAYMENT-INSTANT'),
    sent('orders[0].recipient', 'object', 'V2-ORDER-RECIPIENT'),
    sent('orders[0].recipient.name', 'anything', 'V2-ORDER-NAME', 'personal'),
    sent('orders[0].recipient.iban', 'anything', 'V2-ORDER-IBAN', 'personal'),
    sent('orders[0].recipient.bic', 'anything', 'V2-ORDER-BIC', 'personal'),
    sent('orders[0].recipient.address', 'object', 'V2-ORDER-ADDRESS'),
    ...addressFields('orders[0].recipient.address', 'V2'),
    sent('orders[0].amount', 'object', 'V2-ORDER-AMOUNT'),
    sent('orders[0].amount.value', 'number', 'V2-ORDER-AMOUNT-VALUE', 'personal'),
    sent('orders[0].amount.currency', 'text', 'V2-ORDER-AMOUNT-CURRENCY'),
    sent('orders[0].purpose', 'anything', 'V2-ORDER-PURPOSE', 'personal'),
    sent('orders[0].sepaPurposeCode', 'anything', 'V2-ORDER-PURPOSE-CODE'),
    sent('orders[0].endToEndId', 'anything', 'V2-ORDER-END-TO-END-ID', 'personal'),
    sent('orders[0].structuredRemittanceInformation', 'list', 'V2-ORDER-REMITTANCE', 'personal'),
  ],
} as const satisfies Record<string, readonly DocumentedField[]>;
