/** Every field of every answer that the documentation lists, by validator. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { type DocumentedField, row } from './documented-field.ts';

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
