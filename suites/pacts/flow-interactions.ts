/** What the typed client expects of the V1 flows, which end with 451 and the URL of a web form, and of Web Form V2. */
import { MatchersV3 } from '@pact-foundation/pact';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { createMoneyTransfer, openImportForm, submitPayment } from '../../contracts/src/client/v1.ts';
import { openImportForm as openImportFormV2, openPaymentForm } from '../../contracts/src/client/v2.ts';
import {
  absoluteUrl,
  bank,
  client,
  day,
  envelopeTime,
  exampleIds,
  type HttpInteraction,
  idOf,
  numericString,
  payment,
  success,
  user,
  webFormTime,
} from './pact-interaction.ts';

const { arrayContaining, boolean, like, nullValue, number, string, uuid } = MatchersV3;
const FORM = 'https://webform.example/forms/0f8fad5b-d9cb-469f-a165-70867728950e';
const importV1 = examples.requests.importBankConnectionV1.full;
const transfer = examples.requests.createMoneyTransferV1.full;
const { paymentId } = exampleIds;

function formRequired(endpoint: string): HttpInteraction['response'] {
  const webFormRequired = {
    message: numericString('4711'),
    code: 'WEB_FORM_REQUIRED',
    type: 'BUSINESS',
    multiStepAuthentication: nullValue(),
  };
  return {
    status: 451,
    headers: { location: absoluteUrl(FORM) },
    body: {
      errors: arrayContaining(webFormRequired),
      date: envelopeTime('2026-11-20 09:15:00.123'),
      requestId: string('example-request-1'),
      endpoint: string(endpoint),
      authContext: string('example-client/example-user'),
      bank: string('280001 - Example test bank'),
    },
  };
}

export const v1Interactions: readonly HttpInteraction[] = [
  {
    clause: 'V1-451-LOCATION',
    says: 'the V1 import of a bank connection that needs a web form',
    given: [client, user, bank],
    token: 'user',
    path: '/api/v1/bankConnections/import',
    sends: like({ ...importV1, bankId: idOf('bankId') }),
    response: formRequired('POST /api/v1/bankConnections/import'),
    // The type of the example has `string` where the request type has an enum.
    call: (caller) => openImportForm(caller, importV1 as Parameters<typeof openImportForm>[1]),
    gives: { url: FORM },
  },
  {
    clause: 'V1-PAYMENT',
    says: 'a V1 payment',
    given: [client, user],
    token: 'user',
    path: '/api/v1/payments/moneyTransfers',
    sends: like(transfer),
    response: {
      status: success,
      body: {
        id: number(paymentId),
        accountId: nullValue(),
        iban: string(transfer.iban),
        bankId: number(280001),
        type: 'MONEY_TRANSFER',
        amount: number(12.5),
        orderCount: number(transfer.moneyTransfers.length),
        status: 'OPEN',
        instructedExecutionDate: day('2026-12-01'),
        instantPayment: boolean(false),
        statusV2: 'OPEN',
      },
    },
    call: async (caller) => (await createMoneyTransfer(caller, transfer)).id,
    gives: paymentId,
  },
  {
    clause: 'V1-SUBMIT-451',
    says: 'the V1 submission of a payment',
    given: [client, user, payment],
    token: 'user',
    path: '/api/v1/payments/submit',
    sends: { paymentId: idOf('paymentId'), interface: 'XS2A' },
    response: formRequired('POST /api/v1/payments/submit'),
    call: (caller) => submitPayment(caller, { paymentId, interface: 'XS2A' }),
    gives: { url: FORM },
  },
];

const importV2 = examples.requests.createBankConnectionImport.full;
const paymentV2 = examples.requests.createStandalonePayment.full;

const form = {
  id: '16fd2706-8baf-433b-82eb-8c7fada847da',
  url: 'https://webform.example/forms/16fd2706-8baf-433b-82eb-8c7fada847da',
  createdAt: '2026-11-20T08:15:00.123+0000',
  expiresAt: '2026-11-20T08:35:00.123+0000',
  status: 'NOT_YET_OPENED',
};

function created(type: string): Pick<HttpInteraction, 'response' | 'gives'> {
  const body = {
    id: uuid(form.id),
    url: absoluteUrl(form.url),
    createdAt: webFormTime(form.createdAt),
    expiresAt: webFormTime(form.expiresAt),
    type,
    status: 'NOT_YET_OPENED',
  };
  return { response: { status: 201, body }, gives: { ...form, type } };
}

export const v2Interactions: readonly HttpInteraction[] = [
  {
    clause: 'V2-IMPORT-201',
    says: 'a web form for the import of a bank connection',
    given: [client, user, bank],
    token: 'user',
    path: '/api/webForms/bankConnectionImport',
    sends: like({ ...importV2, bank: { ...importV2.bank, id: idOf('bankId') } }),
    // The type of the example has `string` where the request type has an enum.
    call: (caller) => openImportFormV2(caller, importV2 as Parameters<typeof openImportFormV2>[1]),
    ...created('BANK_CONNECTION_IMPORT'),
  },
  {
    clause: 'V2-PAYMENT-201',
    says: 'a web form for a payment',
    given: [client, user],
    token: 'user',
    path: '/api/webForms/standalonePayment',
    sends: like(paymentV2),
    call: (caller) => openPaymentForm(caller, paymentV2),
    ...created('STANDALONE_PAYMENT'),
  },
];
