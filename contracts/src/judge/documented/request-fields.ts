/** Every field of every request body that the documentation lists, by operation; `anything` has no documented type. */
import { type DocumentedField, row } from './documented-field.ts';

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
