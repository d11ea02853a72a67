/** Every field of every answer that the documentation lists, by validator. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type DocumentedField, row } from './field-sabotages.ts';

// The first entry of `errors` is the one that says WEB_FORM_REQUIRED; the second shows what holds for any entry.
const envelope = [
  row('errors', 'list', 'V1-ENVELOPE-ERRORS'),
  row('errors[1].message', 'text', 'V1-ENVELOPE-MESSAGE'),
  row('errors[1].code', 'text', 'V1-ENVELOPE-CODE'),
  row('errors[1].type', 'text', 'V1-ENVELOPE-TYPE'),
  row('errors[1].multiStepAuthentication', 'anything', 'V1-ENVELOPE-MULTI-STEP'),
  row('date', 'envelope time', 'V1-ENVELOPE-DATE'),
  row('requestId', 'text', 'V1-ENVELOPE-REQUEST-ID'),
  row('endpoint', 'text', 'V1-ENVELOPE-ENDPOINT'),
  row('authContext', 'text', 'V1-ENVELOPE-AUTH-CONTEXT'),
  row('bank', 'text', 'V1-ENVELOPE-BANK'),
];

function webForm(type: string, typeClause: ClauseId): DocumentedField[] {
  return [
    row('id', 'UUID', 'V2-FORM-ID'),
    row('url', 'address', 'V2-FORM-URL'),
    row('createdAt', 'web form time', 'V2-FORM-CREATED-AT', { wrong: 'V2-TIME-FORMAT' }),
    row('expiresAt', 'web form time', 'V2-FORM-EXPIRES-AT', { wrong: 'V2-TIME-FORMAT' }),
    row('type', { words: [type] }, 'V2-FORM-TYPE', { wrong: typeClause }),
    row('status', { words: ['NOT_YET_OPENED'] }, 'V2-FORM-STATUS'),
  ];
}

export const answerFields = {
  'createToken.2XX': [
    row('access_token', 'text', 'AUTH-TOKEN-VALUE'),
    row('token_type', { words: ['bearer'], inAnyCase: true }, 'AUTH-TOKEN-TYPE'),
    row('expires_in', 'whole number', 'AUTH-TOKEN-EXPIRES-IN'),
    row('scope', { words: ['all'] }, 'AUTH-TOKEN-SCOPE'),
  ],
  'createUser.2XX': [
    row('id', 'text', 'USER-RESPONSE-ID'),
    row('password', 'text', 'USER-RESPONSE-PASSWORD'),
    row('email', 'text', 'USER-RESPONSE-EMAIL'),
    row('phone', 'text', 'USER-RESPONSE-PHONE'),
    row('isAutoUpdateEnabled', 'true or false', 'USER-RESPONSE-AUTO-UPDATE'),
  ],
  'getClientConfiguration.2XX': [
    row('isAutoCategorizationEnabled', 'true or false', 'CONFIG-AUTO-CATEGORIZATION'),
    row('userNotificationCallbackUrl', 'text', 'CONFIG-CALLBACK-URL'),
  ],
  'importBankConnectionV1.451': envelope,
  'submitPaymentV1.451': envelope,
  'createMoneyTransferV1.2XX': [
    row('id', 'number', 'V1-PAYMENT-ID'),
    row('accountId', 'null', 'V1-PAYMENT-ACCOUNT-ID'),
    row('iban', 'text', 'V1-PAYMENT-IBAN'),
    row('bankId', 'number', 'V1-PAYMENT-BANK-ID'),
    row('type', { words: ['MONEY_TRANSFER'] }, 'V1-PAYMENT-TYPE'),
    row('amount', 'number', 'V1-PAYMENT-AMOUNT'),
    row('orderCount', 'number', 'V1-PAYMENT-ORDER-COUNT'),
    row('status', { words: ['OPEN'] }, 'V1-PAYMENT-STATUS'),
    row('instructedExecutionDate', 'date', 'V1-PAYMENT-EXECUTION-DATE'),
    row('instantPayment', 'true or false', 'V1-PAYMENT-INSTANT'),
    row('statusV2', { words: ['OPEN'] }, 'V1-PAYMENT-STATUS-V2'),
  ],
  'createBankConnectionImport.201': webForm('BANK_CONNECTION_IMPORT', 'V2-IMPORT-TYPE'),
  'createStandalonePayment.201': webForm('STANDALONE_PAYMENT', 'V2-PAYMENT-TYPE'),
} as const satisfies Record<string, readonly DocumentedField[]>;

/** Every field of every request body that the documentation lists, by operation; `anything` has no documented type. */

const absent = { mayBe: 'absent' } as const;
const address = ['street', 'houseNumber', 'city', 'postCode', 'country'] as const;
const ADDRESS = {
  street: 'STREET',
  houseNumber: 'HOUSE-NUMBER',
  city: 'CITY',
  postCode: 'POST-CODE',
  country: 'COUNTRY',
} as const;

export const requestFields = {
  createToken: [
    row('grant_type', 'text', 'AUTH-GRANT-TYPE', absent),
    row('client_id', 'text', 'AUTH-CLIENT-ID', absent),
    row('client_secret', 'text', 'AUTH-CLIENT-SECRET', absent),
    row('username', 'text', 'AUTH-USERNAME', absent),
    row('password', 'text', 'AUTH-PASSWORD', absent),
  ],
  createUser: [
    row('id', 'text', 'USER-REQUEST-ID', absent),
    row('password', 'text', 'USER-REQUEST-PASSWORD', absent),
    row('email', 'text', 'USER-REQUEST-EMAIL', absent),
    row('phone', 'text', 'USER-REQUEST-PHONE', absent),
    row('isAutoUpdateEnabled', 'true or false', 'USER-REQUEST-AUTO-UPDATE', absent),
  ],
  importBankConnectionV1: [
    row('bankId', 'number', 'V1-IMPORT-BANK-ID', absent),
    row('name', 'text', 'V1-IMPORT-NAME', absent),
    row('interface', 'text', 'V1-IMPORT-INTERFACE', absent),
    row('skipBalancesDownload', 'true or false', 'V1-IMPORT-SKIP-BALANCES', absent),
    row('skipPositionsDownload', 'true or false', 'V1-IMPORT-SKIP-POSITIONS', absent),
    row('loadOwnerData', 'true or false', 'V1-IMPORT-OWNER-DATA', absent),
    row('maxDaysForDownload', 'number', 'V1-IMPORT-MAX-DAYS', absent),
    row('accountTypes', 'list', 'V1-IMPORT-ACCOUNT-TYPES', absent),
  ],
  createMoneyTransferV1: [
    row('iban', 'text', 'V1-CREATE-IBAN', absent),
    row('executionDate', 'text', 'V1-CREATE-EXECUTION-DATE', absent),
    row('moneyTransfers', 'list', 'V1-CREATE-ORDERS', absent),
    row('instantPayment', 'true or false', 'V1-CREATE-INSTANT', absent),
    row('moneyTransfers[0].counterpartName', 'anything', 'V1-ORDER-NAME', absent),
    row('moneyTransfers[0].counterpartIban', 'anything', 'V1-ORDER-IBAN', absent),
    row('moneyTransfers[0].counterpartBic', 'anything', 'V1-ORDER-BIC', absent),
    row('moneyTransfers[0].counterpartAddress', 'object', 'V1-ORDER-ADDRESS', absent),
    ...address.map((field) =>
      row(
        `moneyTransfers[0].counterpartAddress.${field}`,
        'anything',
        `V1-ADDRESS-${ADDRESS[field]}`,
        absent,
      ),
    ),
    row('moneyTransfers[0].amount', 'number', 'V1-ORDER-AMOUNT', absent),
    row('moneyTransfers[0].purpose', 'anything', 'V1-ORDER-PURPOSE', absent),
    row('moneyTransfers[0].sepaPurposeCode', 'anything', 'V1-ORDER-PURPOSE-CODE', absent),
    row('moneyTransfers[0].endToEndId', 'anything', 'V1-ORDER-END-TO-END-ID', absent),
    row('moneyTransfers[0].structuredRemittanceInformation', 'list', 'V1-ORDER-REMITTANCE', absent),
  ],
  submitPaymentV1: [
    row('paymentId', 'number', 'V1-SUBMIT-PAYMENT-ID', absent),
    row('interface', 'text', 'V1-SUBMIT-INTERFACE', absent),
  ],
  createBankConnectionImport: [
    row('bank', 'object', 'V2-IMPORT-BANK', absent),
    row('bank.id', 'number', 'V2-IMPORT-BANK-ID', absent),
    row('bankConnectionName', 'text', 'V2-IMPORT-NAME', absent),
    row('allowedInterfaces', 'list', 'V2-IMPORT-INTERFACES', absent),
    row('skipBalancesDownload', 'true or false', 'V2-IMPORT-SKIP-BALANCES', absent),
    row('skipPositionsDownload', 'true or false', 'V2-IMPORT-SKIP-POSITIONS', absent),
    row('loadOwnerData', 'true or false', 'V2-IMPORT-OWNER-DATA', absent),
    row('maxDaysForDownload', 'number', 'V2-IMPORT-MAX-DAYS', absent),
    row('accountTypes', 'list', 'V2-IMPORT-ACCOUNT-TYPES', absent),
  ],
  createStandalonePayment: [
    row('sender', 'object', 'V2-PAYMENT-SENDER', absent),
    row('sender.iban', 'anything', 'V2-PAYMENT-SENDER-IBAN', absent),
    row('executionDate', 'date', 'V2-PAYMENT-EXECUTION-DATE', absent),
    row('orders', 'list', 'V2-PAYMENT-ORDERS', absent),
    row('instantPayment', 'true or false', 'V2-PAYMENT-INSTANT', absent),
    row('orders[0].recipient', 'object', 'V2-ORDER-RECIPIENT', absent),
    row('orders[0].recipient.name', 'anything', 'V2-ORDER-NAME', absent),
    row('orders[0].recipient.iban', 'anything', 'V2-ORDER-IBAN', absent),
    row('orders[0].recipient.bic', 'anything', 'V2-ORDER-BIC', absent),
    row('orders[0].recipient.address', 'object', 'V2-ORDER-ADDRESS', absent),
    ...address.map((field) =>
      row(`orders[0].recipient.address.${field}`, 'anything', `V2-ADDRESS-${ADDRESS[field]}`, absent),
    ),
    row('orders[0].amount', 'object', 'V2-ORDER-AMOUNT', absent),
    row('orders[0].amount.value', 'number', 'V2-ORDER-AMOUNT-VALUE', absent),
    row('orders[0].amount.currency', 'text', 'V2-ORDER-AMOUNT-CURRENCY', absent),
    row('orders[0].purpose', 'anything', 'V2-ORDER-PURPOSE', absent),
    row('orders[0].sepaPurposeCode', 'anything', 'V2-ORDER-PURPOSE-CODE', absent),
    row('orders[0].endToEndId', 'anything', 'V2-ORDER-END-TO-END-ID', absent),
    row('orders[0].structuredRemittanceInformation', 'list', 'V2-ORDER-REMITTANCE', absent),
  ],
} as const satisfies Record<string, readonly DocumentedField[]>;
