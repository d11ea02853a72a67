/** The created user carries the same five fields as the request. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { jsonOf, member } from './exchange.ts';
import type { ExchangeRule } from './exchange-rule.ts';
import { isSuccess } from './operation.ts';

export const userRules: ExchangeRule[] = [
  echoes('USER-RESPONSE-ID', 'id'),
  echoes('USER-RESPONSE-PASSWORD', 'password'),
  echoes('USER-RESPONSE-EMAIL', 'email'),
  echoes('USER-RESPONSE-PHONE', 'phone'),
  echoes('USER-RESPONSE-AUTO-UPDATE', 'isAutoUpdateEnabled'),
];

function echoes(clause: ClauseId, field: string): ExchangeRule {
  return {
    clause,
    operations: ['createUser'],
    needs: 'request',
    rule: ({ request, response }) => {
      const sent = member(jsonOf(request.body), field);
      const answered = member(jsonOf(response.body), field);
      // An answer of another kind is a finding of its schema already.
      if (sent === undefined || typeof answered !== typeof sent) return 'silent';
      if (!isSuccess('createUser', response.status)) return 'silent';
      if (answered === sent) return 'held';
      return {
        pointer: `/response/body/${field}`,
        message: `${field} is another value, not the one of the request`,
      };
    },
  };
}
