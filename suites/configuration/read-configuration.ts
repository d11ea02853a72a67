/** Cases of GET /clientConfiguration. */
import type { CaseCall } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import type { ClientSetUp } from '../../src/runner/control.ts';
import { newUser } from '../../src/runner/test-data.ts';
import { holds } from '../answer-checks.ts';

interface Client extends ClientSetUp {
  readonly isAutoCategorizationEnabled: boolean;
  readonly userNotificationCallbackUrl: string;
}

/** Both values of either field, with each of the other: one that repeats the other is found. */
const clients: readonly Client[] = [
  'https://client.example/notifications',
  'https://client.example:8443/Other/notifications?client=17&mode=a%20b',
].flatMap((url) =>
  [true, false].map((isOn) => ({ isAutoCategorizationEnabled: isOn, userNotificationCallbackUrl: url })),
);

function wordsOf({ isAutoCategorizationEnabled, userNotificationCallbackUrl: url }: Client): string {
  return `isAutoCategorizationEnabled ${isAutoCategorizationEnabled} and the callback URL ${url}`;
}

const read: CaseCall = { when: 'getClientConfiguration', then: '2XX' };

export const configurationCases = cases('suites/configuration/read-configuration.ts', [
  {
    clause: 'AUTH-CLIENT-TOKEN-SERVES',
    says: 'responds with the client configuration',
    given: 'a client token that creates users',
    ...read,
    baseline: [{ when: 'createUser', send: newUser(), then: '2XX' }],
    needs: 'answer',
  },
  ...clients.map((set, at): Case => {
    const before = clients[(at + 1) % clients.length] ?? set;
    return {
      ...read,
      clause: at % 2 === 1 ? 'CONFIG-AUTO-CATEGORIZATION' : 'CONFIG-CALLBACK-URL',
      says: 'returns what the client is set up for',
      given: `a client with ${wordsOf(set)}, which was another one before`,
      first: [{ client: before }, read, { changed: set }],
      also: [
        holds('isAutoCategorizationEnabled', set.isAutoCategorizationEnabled, 'CONFIG-AUTO-CATEGORIZATION'),
        holds('userNotificationCallbackUrl', set.userNotificationCallbackUrl, 'CONFIG-CALLBACK-URL'),
      ],
      needs: 'messages',
    };
  }),
]);
