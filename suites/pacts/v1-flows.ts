/** What the typed client asks of the V1 flows: both end with 451 and the address of a web form. */
import { MatchersV3 } from '@pact-foundation/pact';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { createMoneyTransfer, openImportForm, submitPayment } from '../../contracts/src/client/v1.ts';
import { exampleCaller } from './example-caller.ts';
import { type HttpInteraction, success } from './http-interaction.ts';
import { absoluteUrl, day, envelopeTime, numericString } from './matchers.ts';
import { CREATED_PAYMENT } from './states.ts';

const { arrayContaining, boolean, fromProviderState, integer, like, nullValue, number, string } = MatchersV3;
const FORM = 'https://webform.example/forms/0f8fad5b-d9cb-469f-a165-70867728950e';
const importOf = examples.requests.importBankConnectionV1.full;
const transfer = examples.requests.createMoneyTransferV1.full;
const { userToken: token } = exampleCaller;

function formRequired(endpoint: string): HttpInteraction['answer'] {
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
    given: ['a-user-without-bank-connections'],
    token,
    path: '/api/v1/bankConnections/import',
    sends: like(importOf),
    answer: formRequired('POST /api/v1/bankConnections/import'),
    // The examples are typed as any text where the documents list words.
    call: (client) => openImportForm(client, importOf as Parameters<typeof openImportForm>[1]),
    gives: { url: FORM },
  },
  {
    clause: 'V1-PAYMENT',
    says: 'a V1 payment',
    given: ['one-account'],
    token,
    path: '/api/v1/payments/moneyTransfers',
    sends: like(transfer),
    answer: {
      status: success,
      body: {
        id: integer(501),
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
    call: async (client) => (await createMoneyTransfer(client, transfer)).id,
    gives: 501,
  },
  {
    clause: 'V1-SUBMIT-451',
    says: 'the V1 submission of a payment',
    given: ['one-account', CREATED_PAYMENT],
    token,
    path: '/api/v1/payments/submit',
    sends: { paymentId: fromProviderState(`\${paymentId}`, 501), interface: 'XS2A' },
    answer: formRequired('POST /api/v1/payments/submit'),
    call: (client) => submitPayment(client, { paymentId: 501, interface: 'XS2A' }),
    gives: { url: FORM },
  },
];
