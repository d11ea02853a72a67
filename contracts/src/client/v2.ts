/** Web Form V2: one call, which gets 201 and the URL in the body (Errors 3). */
import type { ImportRequest, PaymentRequest, WebForm } from '../../generated/web-form.ts';
import { writeJson } from '../base/exact-json.ts';
import { isAbsoluteUrl } from '../base/formats.ts';
import { type ClientAnswer, callService, neededFields } from './answer.ts';
import { MalformedAnswer } from './call-error.ts';
import type { Client } from './client.ts';

/** Times are written yyyy-MM-dd'T'HH:mm:ss.SSSZ with an offset like +0000; webFormInstant reads them. */
export type { ImportRequest, PaymentRequest, WebForm };

/**
 * POST {webform_url}/api/webForms/bankConnectionImport with a user token. The URL is read from the body; a `location` header,
 * which V2 must not have, is ignored. Throws CallError; 451 is Refused here (Errors 3).
 *
 * @example
 * import { createClient, v2 } from 'bank-access-contracts/client';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const client = createClient(urls, 'my-user-token');
 * const { url, expiresAt } = await v2.openImportForm(client, { bank: { id: 280001 } });
 */
export async function openImportForm(client: Client, request: ImportRequest): Promise<WebForm> {
  const body = writeJson(request);
  return createdForm(await callService(client, { operation: 'createBankConnectionImport', body }));
}

/**
 * POST {webform_url}/api/webForms/standalonePayment with a user token, replacing both V1 calls. Each amount has a currency,
 * three capitals, which V1 lacks. The response is like that of openImportForm. Throws CallError.
 *
 * @example
 * import { createClient, v2 } from 'bank-access-contracts/client';
 * const urls = { accessUrl: 'https://api.example', webFormUrl: 'https://forms.example' };
 * const recipient = { name: 'Anna', iban: 'DE89370400440532013000' };
 * const orders = [{ recipient, amount: { value: 12.5, currency: 'EUR' } }];
 * const client = createClient(urls, 'my-user-token');
 * const { url } = await v2.openPaymentForm(client, { orders });
 */
export async function openPaymentForm(client: Client, request: PaymentRequest): Promise<WebForm> {
  const body = writeJson(request);
  return createdForm(await callService(client, { operation: 'createStandalonePayment', body }));
}

function createdForm(answer: ClientAnswer): WebForm {
  const form = neededFields<WebForm>(answer, { url: 'string' });
  if (isAbsoluteUrl(form.url)) return form;
  throw new MalformedAnswer(answer.call, answer.status, 'url is not an absolute http or https URL');
}
