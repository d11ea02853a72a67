/** POST /api/v1/payments/submit: needs a web form, which shows the payment that was created. */
import type { Handler } from '../handler.ts';
import { Refusal } from '../refusal.ts';
import { createWebForm, requiredForm } from '../web-form.ts';

export const submitPaymentV1: Handler<'submitPaymentV1'> = (call, around) => {
  const payment = around.state.payments.get(call.body.paymentId ?? Number.NaN);
  // Somebody else's payment is refused in the same words: a caller learns nothing of other users.
  if (payment === undefined || payment.user !== call.caller.user.id)
    return new Refusal(404, 'paymentId is not the id of a payment of this user');
  const form = createWebForm(call, around, { content: payment.content, submission: call.sent.text });
  return requiredForm(call, form, payment.bankId, around);
};
