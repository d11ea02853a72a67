/** On API v1 a rule that specifies waitForCategorization is refused. */
import { jsonOf, member } from './exchange.ts';
import type { ExchangeRule } from './exchange-rule.ts';
import { isSuccess, pathOf } from './operation.ts';

export const versionRules: ExchangeRule[] = [
  {
    clause: 'RULE-WAIT-V1-REFUSED',
    operations: ['createNotificationRule'],
    needs: 'request',
    rule: ({ request, response }, { apiV1Prefix }) => {
      const onV1 = pathOf(request.url).endsWith(`${apiV1Prefix}/notificationRules`);
      const waits = member(member(jsonOf(request.body), 'params'), 'waitForCategorization');
      if (!onV1 || waits === undefined) return 'silent';
      if (!isSuccess('createNotificationRule', response.status)) return 'held';
      return {
        pointer: '/request/body/params/waitForCategorization',
        message: `waitForCategorization is accepted with ${response.status}, not refused on API v1`,
      };
    },
  },
];
