/** Cases of the V1 payment: the call that creates it and the call that submits it. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type CallOf, example } from '../../src/drive/calls/call.ts';
import { answered } from '../../src/drive/calls/fill.ts';
import { type Case, cases } from '../../src/drive/cases/case.ts';
import { differs } from '../../src/drive/cases/check.ts';

type Send = CallOf<'createMoneyTransferV1'>['send'];

function creates(
  clause: ClauseId,
  says: string,
  send: Send = example('createMoneyTransferV1', 'full'),
): Case {
  return {
    clause,
    says,
    given: 'a sender and orders',
    when: 'createMoneyTransferV1',
    ...(send && { send }),
    then: '2XX',
  };
}

const order = { counterpartName: 'Max Mustermann', counterpartIban: 'DE02120300000000202051' };

function severalOrders(count: number): Case {
  const moneyTransfers = Array.from({ length: count }, (_, index) => ({ ...order, amount: index + 0.01 }));
  return {
    clause: 'V1-PAYMENT-ORDER-COUNT',
    says: `counts ${count} orders`,
    given: `${count} orders`,
    when: 'createMoneyTransferV1',
    send: { iban: 'DE89370400440532013000', executionDate: '2026-12-01', moneyTransfers },
    then: '2XX',
    needs: 'judgement',
  };
}

function submits(clause: ClauseId, says: string): Case {
  return {
    clause,
    says,
    given: 'a created payment',
    first: [{ when: 'createMoneyTransferV1', send: example('createMoneyTransferV1', 'full'), then: '2XX' }],
    when: 'submitPaymentV1',
    send: { paymentId: answered(0, 'id'), interface: 'XS2A' },
    then: 451,
  };
}

export const paymentV1Cases = cases(import.meta.url, [
  creates('V1-PAYMENT', 'answers with the payment'),
  creates('V1-CREATE-CALL', 'creates the payment of one order', example('createMoneyTransferV1', 'minimal')),
  creates('V1-PAYMENT-ACCOUNT-ID', 'leaves accountId null'),
  creates('V1-PAYMENT-STATUS', 'creates the payment with the status OPEN'),
  creates('V1-PAYMENT-EXECUTION-DATE', 'writes instructedExecutionDate as yyyy-MM-dd'),
  { ...creates('V1-PAYMENT-IBAN', 'repeats the IBAN of the sender'), needs: 'judgement' },
  {
    ...creates('V1-PAYMENT-IBAN', 'repeats the IBAN of the sender and not that of an earlier one', {
      iban: 'DE91100000000123456789',
      moneyTransfers: [{ ...order, amount: 1 }],
    }),
    first: [{ when: 'createMoneyTransferV1', send: example('createMoneyTransferV1', 'full'), then: '2XX' }],
    also: [differs('id', 0, 'V1-PAYMENT-ID')],
    needs: 'memory',
  },
  severalOrders(1),
  severalOrders(2),
  severalOrders(100),
  severalOrders(1000),
  { ...submits('V1-TWO-CALLS', 'needs a second call before there is a web form'), needs: 'memory' },
  { ...creates('V1-TWO-CALLS', 'creates the payment and asks for no web form yet'), needs: 'judgement' },
  submits('V1-SUBMIT-CALL', 'takes the request'),
  submits('V1-SUBMIT-451', 'answers 451'),
  submits('V1-451-LOCATION', 'carries the address of the web form in the location header'),
  submits('V1-451-CODE', 'has the error WEB_FORM_REQUIRED'),
  { ...submits('V1-ENVELOPE-ENDPOINT', 'names the method and path of the call'), needs: 'judgement' },
]);
