/** Cases of GET /clientConfiguration. */
import { type Case, type CaseStep, cases } from '../../src/runner/case.ts';
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
  'https://client.example/Other/notifications?client=17&mode=a%20b',
].flatMap((url) =>
  [true, false].map((isOn) => ({ isAutoCategorizationEnabled: isOn, userNotificationCallbackUrl: url })),
);

function wordsOf({ isAutoCategorizationEnabled, userNotificationCallbackUrl: url }: Client): string {
  return `isAutoCategorizationEnabled ${isAutoCategorizationEnabled} and the callback URL ${url}`;
}

/** The configuration is read after each of these clients was set up, and the last answer is that of the last one. */
function reads(given: string, sets: readonly Client[], ofCategorization: boolean): Case {
  const read = { when: 'getClientConfiguration', then: '2XX' } as const;
  const { isAutoCategorizationEnabled: isOn, userNotificationCallbackUrl: url } = sets.at(-1) as Client;
  const steps = sets.flatMap((client, at): CaseStep[] => [at === 0 ? { client } : { changed: client }, read]);
  return {
    ...{ clause: ofCategorization ? 'CONFIG-AUTO-CATEGORIZATION' : 'CONFIG-CALLBACK-URL', given },
    ...{
      says: 'returns what the client is set up for',
      first: steps.slice(0, -1),
      ...read,
      needs: 'messages',
    },
    also: [
      holds('isAutoCategorizationEnabled', isOn, 'CONFIG-AUTO-CATEGORIZATION'),
      holds('userNotificationCallbackUrl', url, 'CONFIG-CALLBACK-URL'),
    ],
  };
}

export const configurationCases = cases(import.meta.url, [
  {
    clause: 'CONFIG-RESPONSE',
    says: 'answers with the client configuration',
    given: 'a client',
    when: 'getClientConfiguration',
    then: '2XX',
    reserve: [
      {
        clause: 'AUTH-CLIENT-TOKEN-SERVES',
        says: 'answers with the client configuration',
        given: 'a client token that creates users',
        when: 'getClientConfiguration',
        then: '2XX',
        control: [{ when: 'createUser', send: newUser(), then: '2XX' }],
      },
    ],
  },
  ...clients.map((set, at): Case => {
    const before = clients[(at + 1) % clients.length] ?? set;
    const given = `a client with ${wordsOf(set)}, which was another one before`;
    return reads(given, [before, set], at % 2 === 1);
  }),
]);
