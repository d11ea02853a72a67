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
import {
  absoluteUrl,
  client,
  exampleIds,
  exampleTokens,
  type HttpInteraction,
  idOf,
  refusal,
  rule,
  success,
  user,
  userWithAccounts,
} from './pact-interaction.ts';

const { boolean, fromProviderState, like, number, string } = MatchersV3;
const { clientId: client_id, clientSecret: client_secret, userNotificationCallbackUrl } = client.params;
const { id: username, password } = user.params;
const { accountId, otherAccountId } = exampleIds;
const existing: NotificationRuleRequest = {
  ...newAccountBalance,
  params: { accountIds: accountId },
  callbackHandle: 'another-handle',
  includeDetails: false,
};
const both = `${accountId},${otherAccountId}`;
const bothAccounts = fromProviderState(`\${accountId},\${otherAccountId}`, both);
const overlapping: NotificationRuleRequest = { ...existing, params: { accountIds: both } };
const { params: _, ...settings } = existing;
const newUser = examples.requests.createUser.full;

function token(access_token: string): Pick<HttpInteraction, 'response' | 'gives'> {
  const body = {
    access_token: string(access_token),
    token_type: 'bearer',
    expires_in: number(3600),
    scope: 'all',
  };
  return {
    response: { status: success, body },
    gives: { access_token, token_type: 'bearer', expires_in: 3600, scope: 'all' },
  };
}

async function isRefused(caller: Client, asked: NotificationRuleRequest): Promise<boolean> {
  return createNotificationRule(caller, asked).then(
    () => false,
    (error: unknown) => error instanceof Refused,
  );
}

export const accessInteractions: readonly HttpInteraction[] = [
  {
    clause: 'AUTH-CLIENT-GRANT',
    says: 'a token for the client',
    given: [client],
    path: '/oauth/token',
    sends: `grant_type=client_credentials&client_id=${client_id}&client_secret=${client_secret}`,
    call: (caller) => clientToken(caller, { client_id, client_secret }),
    ...token(exampleTokens.client),
  },
  {
    clause: 'AUTH-USER-GRANT',
    says: 'a token for a user',
    given: [client, user],
    path: '/oauth/token',
    sends: `grant_type=password&client_id=${client_id}&client_secret=${client_secret}&username=${username}&password=${password}`,
    call: (caller) => userToken(caller, { client_id, client_secret, username, password }),
    ...token(exampleTokens.user),
  },
  {
    clause: 'USER-RESPONSE',
    says: 'a new user',
    given: [client, { name: 'no user', params: { id: newUser.id } }],
    token: 'client',
    path: '/users',
    sends: like(newUser),
    response: { status: success, body: like(newUser) },
    call: (caller) => createUser(caller, newUser),
    gives: newUser,
  },
  {
    clause: 'RULE-CREATE-CALL',
    says: 'a rule where there is none',
    given: [client, userWithAccounts],
    token: 'user',
    path: '/notificationRules',
    sends: { ...existing, params: { accountIds: idOf('accountId') } },
    response: { status: success },
    call: (caller) => isRefused(caller, existing),
    gives: false,
  },
  {
    // The response says that such a rule already exists (RULE-DUPLICATE-SAYS), anywhere in its body: no matcher says so.
    clause: 'RULE-DUPLICATE-REFUSED',
    says: 'a second rule of one event with the same accounts',
    given: [client, userWithAccounts, rule(settings)],
    token: 'user',
    path: '/notificationRules',
    sends: { ...existing, params: { accountIds: idOf('accountId') } },
    response: { status: refusal },
    call: (caller) => isRefused(caller, existing),
    gives: true,
  },
  {
    clause: 'RULE-OVERLAP-ALLOWED',
    says: 'a second rule of one event with more accounts',
    given: [client, userWithAccounts, rule(settings)],
    token: 'user',
    path: '/notificationRules',
    sends: { ...existing, params: { accountIds: bothAccounts } },
    response: { status: success },
    call: (caller) => isRefused(caller, overlapping),
    gives: false,
  },
  {
    clause: 'CONFIG-RESPONSE',
    says: 'the configuration of the client',
    given: [client],
    token: 'client',
    method: 'GET',
    path: '/clientConfiguration',
    response: {
      status: success,
      body: {
        isAutoCategorizationEnabled: boolean(true),
        userNotificationCallbackUrl: absoluteUrl(userNotificationCallbackUrl),
      },
    },
    call: (caller) => getClientConfiguration(caller),
    gives: {
      isAutoCategorizationEnabled: true,
      userNotificationCallbackUrl,
    },
  },
];
