/** Creates and stores a web form, and gives its address; V1 and V2 differ in what they tell the caller of it. */
import type { Answer } from './answer.ts';
import { webFormTime } from './clock.ts';
import { envelope } from './envelope.ts';
import type { Call, Surroundings } from './handler.ts';
import type { WebForm } from './state.ts';

export type Flow = WebForm['flow'];

/** The path of the page that a person opens, on the web form door. */
export const FORM_PATH = '/forms/';

/** Stores what the form would ask for, exactly as it was sent. */
export function createWebForm(
  { operationId, caller, sent }: Call<Flow>,
  { state, settings, clock, chance }: Surroundings,
  of: { content: string; submission?: string } = { content: sent.text },
): WebForm {
  const form: WebForm = {
    id: chance.uuid(),
    flow: operationId,
    user: caller.user.id,
    createdAt: clock.now(),
    expiresAt: clock.now() + settings.webFormLifetime * 1000,
    ...of,
  };
  state.webForms.add(form);
  return form;
}

/** V2: 201, six fields, and the address in the body (Errors 3). */
export function createdForm(
  call: Call<'createBankConnectionImport' | 'createStandalonePayment'>,
  type: 'BANK_CONNECTION_IMPORT' | 'STANDALONE_PAYMENT',
  around: Surroundings,
): Answer {
  const form = createWebForm(call, around);
  return {
    status: 201,
    body: {
      id: form.id,
      url: addressOf(form, call.webFormUrl),
      createdAt: webFormTime(form.createdAt),
      expiresAt: webFormTime(form.expiresAt),
      type,
      status: 'NOT_YET_OPENED',
    },
  };
}

/** V1: 451, the envelope, and the address in the location header (Errors 2). */
export function requiredForm(
  call: Call<'importBankConnectionV1' | 'submitPaymentV1'>,
  form: WebForm,
  bankId: unknown,
  around: Surroundings,
): Answer {
  const message = String(++around.state.lastIds.webForm);
  return {
    status: 451,
    headers: { location: addressOf(form, call.webFormUrl) },
    body: envelope({ message, code: 'WEB_FORM_REQUIRED', type: 'BUSINESS' }, bankName(bankId), call, around),
  };
}

/** What the sandbox says of a bank: it knows none by name. Its id is a number or LosslessNumber, if it is known. */
function bankName(bankId: unknown): string {
  return bankId === undefined ? 'Bank of the sandbox' : `${bankId} - Bank of the sandbox`;
}

function addressOf(form: WebForm, webFormUrl: string): string {
  return webFormUrl + FORM_PATH + form.id;
}
