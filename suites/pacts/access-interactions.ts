/** What the typed client asks of the access API: tokens, users, notification rules and the client configuration. */
import { MatchersV3 } from '@pact-foundation/pact';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import {
  clientToken,
  createNotificationRule,
  createUser,
  getClientConfiguration,
  userToken,
} from '../../contracts/src/client/access-calls.ts';
import { Refused } from '../../contracts/src/client/call-error.ts';
import type { Client } from '../../contracts/src/client/client.ts';
import type { NotificationRuleRequest } from '../../contracts/src/index.entry.ts';
import { rule as newAccountBalance } from '../events/new-account-balance-cases.ts';
import { worlds } from '../worlds/worlds.ts';
import { absoluteUrl, exampleCaller, type HttpInteraction, refusal, success } from './pact-interaction.ts';

const { boolean, integer, like, string } = MatchersV3;
const { clientId: client_id, clientSecret: client_secret } = exampleCaller;
const [owner] = worlds['a-user-with-a-rule'].users;
const existing: NotificationRuleRequest = {
  ...newAccountBalance,
  params: { accountIds: '101' },
  callbackHandle: 'another-handle',
  includeDetails: false,
};
const overlapping: NotificationRuleRequest = { ...existing, params: { accountIds: '101,102' } };
const user = examples.requests.createUser.full;

function token(access_token: string): Pick<HttpInteraction, 'answer' | 'gives'> {
  const body = {
    access_token: string(access_token),
    token_type: 'bearer',
    expires_in: integer(3600),
    scope: 'all',
  };
  return {
    answer: { status: success, body },
    gives: { access_token, token_type: 'bearer', expires_in: 3600, scope: 'all' },
  };
}

async function isRefused(client: Client, rule: NotificationRuleRequest): Promise<boolean> {
  return createNotificationRule(client, rule).then(
    () => false,
    (error: unknown) => error instanceof Refused,
  );
}

export const accessInteractions: readonly HttpInteraction[] = [
  {
    clause: 'AUTH-CLIENT-GRANT',
    says: 'a token for the client',
    given: ['no-users'],
    path: '/oauth/token',
    sends: `grant_type=client_credentials&client_id=${client_id}&client_secret=${client_secret}`,
    call: (client) => clientToken(client, { client_id, client_secret }),
    ...token(exampleCaller.clientToken),
  },
  {
    clause: 'AUTH-USER-GRANT',
    says: 'a token for a user',
    given: ['a-user-with-a-rule'],
    path: '/oauth/token',
    sends: `grant_type=password&client_id=${client_id}&client_secret=${client_secret}&username=${owner?.id}&password=${owner?.password}`,
    call: (client) =>
      userToken(client, {
        client_id,
        client_secret,
        username: owner?.id ?? '',
        password: owner?.password ?? '',
      }),
    ...token(exampleCaller.userToken),
  },
  {
    clause: 'USER-RESPONSE',
    says: 'a new user',
    given: ['no-users'],
    token: exampleCaller.clientToken,
    path: '/users',
    sends: like(user),
    answer: { status: success, body: like(user) },
    call: (client) => createUser(client, user),
    gives: user,
  },
  {
    clause: 'RULE-CREATE-CALL',
    says: 'a rule where there is none',
    given: ['one-account'],
    token: exampleCaller.userToken,
    path: '/notificationRules',
    sends: existing,
    answer: { status: success },
    call: (client) => isRefused(client, existing),
    gives: false,
  },
  {
    // The answer says that such a rule already exists (RULE-DUPLICATE-SAYS), anywhere in its body: no matcher says so.
    clause: 'RULE-DUPLICATE-REFUSED',
    says: 'a second rule of one event with the same accounts',
    given: ['a-user-with-a-rule'],
    token: exampleCaller.userToken,
    path: '/notificationRules',
    sends: existing,
    answer: { status: refusal },
    call: (client) => isRefused(client, existing),
    gives: true,
  },
  {
    clause: 'RULE-OVERLAP-ALLOWED',
    says: 'a second rule of one event with more accounts',
    given: ['a-user-with-a-rule'],
    token: exampleCaller.userToken,
    path: '/notificationRules',
    sends: overlapping,
    answer: { status: success },
    call: (client) => isRefused(client, overlapping),
    gives: false,
  },
  {
    clause: 'CONFIG-RESPONSE',
    says: 'the configuration of the client',
    given: ['no-users'],
    token: exampleCaller.clientToken,
    method: 'GET',
    path: '/clientConfiguration',
    answer: {
      status: success,
      body: {
        isAutoCategorizationEnabled: boolean(true),
        userNotificationCallbackUrl: absoluteUrl('https://client.example/notifications'),
      },
    },
    call: (client) => getClientConfiguration(client),
    gives: {
      isAutoCategorizationEnabled: true,
      userNotificationCallbackUrl: 'https://client.example/notifications',
    },
  },
];
