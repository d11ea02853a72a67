/** POST {webform_url}/api/webForms/standalonePayment: creates the web form of a payment in one call. */
import type { Handler } from '../handler.ts';
import { createdForm } from '../web-form.ts';

export const createStandalonePayment: Handler<'createStandalonePayment'> = (call, around) =>
  createdForm(call, 'STANDALONE_PAYMENT', around);
