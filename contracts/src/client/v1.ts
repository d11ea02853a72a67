/** The V1 flows: a call that needs a web form gets 451 and the URL in `location` (Errors 2). */
import type { components } from '../../generated/access.ts';
import { writeJson } from '../base/exact-json.ts';
import { type ClientAnswer, callService, neededFields } from './answer.ts';
import { MalformedAnswer } from './call-error.ts';
import type { Client, WebFormLink } from './client.ts';

export type { WebFormLink };
export type ImportRequest = components['schemas']['ImportRequestV1'];
export type PaymentRequest = components['schemas']['PaymentRequestV1'];
type Submission = components['schemas']['PaymentSubmissionV1'];
export type Payment = components['schemas']['PaymentV1'];

/**
 * POST /api/v1/bankConnections/import with a user token. 451 is success here, and its body is not read. The response to an
 * import that needs no form is not shown: it throws MalformedAnswer. In a browser, `location` can be read only if the service
 * exposes it (Access-Control-Expose-Headers). Throws CallError.
 *
 * @example
 * import { createClient, v1 } from 'bank-access-contracts/client';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const client = createClient(urls, 'my-user-token');
 * const { url } = await v1.openImportForm(client, { bankId: 280001 });
 */
export async function openImportForm(client: Client, request: ImportRequest): Promise<WebFormLink> {
  const body = writeJson(request);
  return formAt(await callService(client, { operation: 'importBankConnectionV1', body }));
}

/**
 * The two calls of a V1 money transfer, createMoneyTransfer and submitPayment, over XS2A, the only documented interface.
 * Throws CallError; its `operation` is the call that failed. After createMoneyTransferV1 a payment may exist; after
 * submitPaymentV1 it does, and `paymentId` names it: submit that payment again.
 *
 * @example
 * import { createClient, v1 } from 'bank-access-contracts/client';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const order = { counterpartName: 'Anna', counterpartIban: 'DE89370400440532013000', amount: 12.5 };
 * const client = createClient(urls, 'my-user-token');
 * const { url } = await v1.openPaymentForm(client, { iban: 'DE02120300000000202051', moneyTransfers: [order] });
 */
export async function openPaymentForm(
  client: Client,
  request: PaymentRequest,
  bankInterface = 'XS2A',
): Promise<WebFormLink> {
  const { id } = await createMoneyTransfer(client, request);
  return submitPayment(client, { paymentId: id, interface: bankInterface });
}

/**
 * POST /api/v1/payments/moneyTransfers with a user token: the payment, not yet submitted. Throws CallError; an id beyond
 * Number.MAX_SAFE_INTEGER is a MalformedAnswer, since submitting a rounded id would submit another payment.
 *
 * @example
 * import { createClient, v1 } from 'bank-access-contracts/client';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const order = { counterpartName: 'Anna', counterpartIban: 'DE89370400440532013000', amount: 12.5 };
 * const client = createClient(urls, 'my-user-token');
 * const { id } = await v1.createMoneyTransfer(client, { iban: 'DE02120300000000202051', moneyTransfers: [order] });
 */
export async function createMoneyTransfer(client: Client, request: PaymentRequest): Promise<Payment> {
  const call = { operation: 'createMoneyTransferV1', body: writeJson(request) } as const;
  const answer = await callService(client, call);
  const payment = neededFields<Payment>(answer, { id: 'number' });
  if (Math.abs(payment.id) <= Number.MAX_SAFE_INTEGER) return payment;
  throw new MalformedAnswer(call, answer.status, 'id has more digits than a JavaScript number keeps');
}

/**
 * POST /api/v1/payments/submit with a user token; the response is like that of an import (Errors 2). Throws CallError.
 *
 * @example
 * import { createClient, v1 } from 'bank-access-contracts/client';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const client = createClient(urls, 'my-user-token');
 * const { url } = await v1.submitPayment(client, { paymentId: 4711, interface: 'XS2A' });
 */
export async function submitPayment(client: Client, submission: Submission): Promise<WebFormLink> {
  const { paymentId } = submission;
  const named = paymentId === undefined ? {} : { paymentId };
  const body = writeJson(submission);
  return formAt(await callService(client, { operation: 'submitPaymentV1', body, ...named }));
}

function formAt({ call, status, location }: ClientAnswer): WebFormLink {
  if (location !== undefined) return { url: location };
  throw new MalformedAnswer(call, status, 'the location header is not an absolute http or https URL');
}
