/** What the answer to a V1 money transfer repeats of its request: the sender and the number of orders. */
import { show } from '../contract/show.ts';
import { jsonOf, member } from './exchange.ts';
import type { ExchangeRule } from './exchange-rule.ts';
import { isSuccess } from './operation.ts';

export const paymentRules: ExchangeRule[] = [
  {
    clause: 'V1-PAYMENT-ORDER-COUNT',
    operations: ['createMoneyTransferV1'],
    needs: 'request',
    rule: ({ request, response }) => {
      const orders = member(jsonOf(request.body), 'moneyTransfers');
      const counted = member(jsonOf(response.body), 'orderCount');
      if (!Array.isArray(orders) || typeof counted !== 'number') return 'silent';
      if (!isSuccess('createMoneyTransferV1', response.status)) return 'silent';
      if (counted === orders.length) return 'held';
      return {
        pointer: '/response/body/orderCount',
        message: `orderCount is ${show(counted, false)}, not ${orders.length}, the number of orders`,
      };
    },
  },
  {
    clause: 'V1-PAYMENT-IBAN',
    operations: ['createMoneyTransferV1'],
    needs: 'request',
    rule: ({ request, response }) => {
      const sent = member(jsonOf(request.body), 'iban');
      const answered = member(jsonOf(response.body), 'iban');
      if (typeof sent !== 'string' || typeof answered !== 'string') return 'silent';
      if (!isSuccess('createMoneyTransferV1', response.status)) return 'silent';
      // People write an IBAN in groups of four.
      if (compact(answered) === compact(sent)) return 'held';
      return { pointer: '/response/body/iban', message: 'iban is another one, not the IBAN of the sender' };
    },
  },
];

function compact(iban: string): string {
  return iban.replaceAll(' ', '').toUpperCase();
}
