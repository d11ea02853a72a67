/** Cases of GET /clientConfiguration. */
import { cases } from '../../src/runner/case.ts';
import { holds } from '../answer-checks.ts';

const CALLBACK_URL = 'https://client.example/notifications';

export const configurationCases = cases(import.meta.url, [
  {
    clause: 'CONFIG-RESPONSE',
    says: 'answers with the client configuration',
    given: 'a client',
    when: 'getClientConfiguration',
    then: '2XX',
  },
  {
    clause: 'CONFIG-READ-CALL',
    says: 'answers with a success',
    given: 'a client',
    when: 'getClientConfiguration',
    then: '2XX',
    needs: 'judgement',
  },
  ...[true, false].map(
    (isAutoCategorizationEnabled) =>
      ({
        clause: 'CONFIG-AUTO-CATEGORIZATION',
        says: 'returns the settings of categorization',
        given: `a client with isAutoCategorizationEnabled ${isAutoCategorizationEnabled}`,
        first: [{ client: { isAutoCategorizationEnabled } }],
        when: 'getClientConfiguration',
        then: '2XX',
        also: [holds('isAutoCategorizationEnabled', isAutoCategorizationEnabled)],
        needs: 'messages',
      }) as const,
  ),
  {
    clause: 'CONFIG-CALLBACK-URL',
    says: 'returns the configured callback URL',
    given: 'a client with a callback URL',
    first: [{ client: { userNotificationCallbackUrl: CALLBACK_URL } }],
    when: 'getClientConfiguration',
    then: '2XX',
    also: [holds('userNotificationCallbackUrl', CALLBACK_URL)],
    needs: 'messages',
  },
]);
