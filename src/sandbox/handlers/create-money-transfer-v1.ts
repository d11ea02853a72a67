/** POST /api/v1/payments/moneyTransfers: creates the payment, which a second call submits. */
import Big from 'big.js';
import { LosslessNumber } from 'lossless-json';
import { isCalendarDate } from '../../../contracts/src/contract/times.ts';
import { amountOf } from '../amount.ts';
import type { Handler } from '../handler.ts';
import { Refusal } from '../refusal.ts';

/** No request names the bank of the sender's account, and no bank is known to the sandbox. */
const BANK_ID = 280001;

export const createMoneyTransferV1: Handler<'createMoneyTransferV1'> = (call, { state, clock }) => {
  const { iban = '', executionDate, moneyTransfers = [], instantPayment = false } = call.body;
  if (executionDate !== undefined && !isCalendarDate(executionDate)) {
    return new Refusal(400, 'executionDate is no date that exists, as yyyy-MM-dd');
  }
  const payment = {
    id: ++state.lastIds.payment,
    user: call.caller.user.id,
    bankId: BANK_ID,
    content: call.sent.text,
  };
  state.payments.add(payment);
  return {
    status: 201,
    body: {
      id: payment.id,
      accountId: null,
      iban,
      bankId: BANK_ID,
      type: 'MONEY_TRANSFER',
      amount: sumOf(call.sent.exact),
      orderCount: moneyTransfers.length,
      status: 'OPEN',
      instructedExecutionDate: executionDate ?? clock.germanTime().slice(0, 10),
      instantPayment,
      statusV2: 'OPEN',
    },
  };
};

/** The exact sum of the orders: what amount means beside several of them is not shown (V1-PAYMENT-AMOUNT-MEANING). */
function sumOf(exact: unknown): LosslessNumber {
  const { moneyTransfers = [] } = exact as { moneyTransfers?: { amount?: unknown }[] };
  const sum = moneyTransfers.reduce((total, { amount = 0 }) => total.plus(amountOf(amount)), new Big(0));
  return new LosslessNumber(sum.toFixed());
}
