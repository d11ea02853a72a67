/** What the typed client asks of Web Form V2: one call each, answered with 201 and the form in the body. */
import { MatchersV3 } from '@pact-foundation/pact';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { openImportForm, openPaymentForm } from '../../contracts/src/client/v2.ts';
import { exampleCaller } from './example-caller.ts';
import type { HttpInteraction } from './http-interaction.ts';
import { absoluteUrl, webFormTime } from './matchers.ts';

const { like, uuid } = MatchersV3;
const importOf = examples.requests.createBankConnectionImport.full;
const payment = examples.requests.createStandalonePayment.full;
const { userToken: token } = exampleCaller;

const form = {
  id: '16fd2706-8baf-433b-82eb-8c7fada847da',
  url: 'https://webform.example/forms/16fd2706-8baf-433b-82eb-8c7fada847da',
  createdAt: '2026-11-20T08:15:00.123+0000',
  expiresAt: '2026-11-20T08:35:00.123+0000',
  status: 'NOT_YET_OPENED',
};

function created(type: string): Pick<HttpInteraction, 'answer' | 'gives'> {
  const body = {
    id: uuid(form.id),
    url: absoluteUrl(form.url),
    createdAt: webFormTime(form.createdAt),
    expiresAt: webFormTime(form.expiresAt),
    type,
    status: 'NOT_YET_OPENED',
  };
  return { answer: { status: 201, body }, gives: { ...form, type } };
}

export const v2Interactions: readonly HttpInteraction[] = [
  {
    clause: 'V2-IMPORT-201',
    says: 'a web form for the import of a bank connection',
    given: ['a-user-without-bank-connections'],
    token,
    path: '/api/webForms/bankConnectionImport',
    sends: like(importOf),
    // The examples are typed as any text where the documents list words.
    call: (client) => openImportForm(client, importOf as Parameters<typeof openImportForm>[1]),
    ...created('BANK_CONNECTION_IMPORT'),
  },
  {
    clause: 'V2-PAYMENT-201',
    says: 'a web form for a payment',
    given: ['one-account'],
    token,
    path: '/api/webForms/standalonePayment',
    sends: like(payment),
    call: (client) => openPaymentForm(client, payment),
    ...created('STANDALONE_PAYMENT'),
  },
];
