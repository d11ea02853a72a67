/** Cases of POST /oauth/token, and of the access token that every call carries. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { answered, broken, type CaseCall, example } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { newUser, userField } from '../../src/runner/test-data.ts';

const client = {
  grant_type: 'client_credentials',
  client_id: '{clientId}',
  client_secret: '{clientSecret}',
} as const;

const user = {
  grant_type: 'password',
  client_id: '{clientId}',
  client_secret: '{clientSecret}',
  username: '{userName}',
  password: '{userPassword}',
} as const;

const ofDamagedClients = (
  [
    ['a wrong client secret', '/client_secret', '{clientSecret}-and-more'],
    ['a client secret with a letter before it', '/client_secret', 'x{clientSecret}'],
    ['an empty client secret', '/client_secret', ''],
    ['an unknown client id', '/client_id', '{clientId}-and-more'],
    ['a client id with a letter before it', '/client_id', 'x{clientId}'],
    ['an empty client id', '/client_id', ''],
  ] as const
).map(
  ([given, set, to]): Case => ({
    ...{ clause: 'AUTH-CLIENT-VALID', says: 'refuses the client', given },
    ...{ when: 'createToken', send: broken(client, { set, to }), then: 'refused' },
  }),
);

// Cases of POST /oauth/token: the two grants, the token response, and who obtains none.

const ofTokenCases: Case[] = [
  {
    clause: 'AUTH-TOKEN-RESPONSE',
    says: 'answers with the token response',
    given: 'valid client credentials',
    when: 'createToken',
    send: client,
    then: '2XX',
  },
  {
    clause: 'AUTH-CLIENT-GRANT',
    says: 'issues a token for the client',
    given: 'valid client credentials',
    when: 'createToken',
    send: client,
    then: '2XX',
    needs: 'judgement',
  },
  ...ofDamagedClients,
  {
    clause: 'AUTH-USER-GRANT',
    says: 'issues a token for the user',
    given: 'the name and password of a user',
    when: 'createToken',
    send: user,
    then: '2XX',
    needs: 'memory',
  },
  {
    clause: 'AUTH-USERNAME-IS-ID',
    says: 'knows the user by the id of its creation',
    given: 'a user that was created with this id',
    when: 'createToken',
    send: user,
    then: '2XX',
    needs: 'memory',
  },
  {
    clause: 'AUTH-USER-VALID',
    says: 'refuses the user',
    given: 'a wrong password',
    when: 'createToken',
    send: broken(user, { set: '/password', to: '{userPassword}-and-more' }),
    then: 'refused',
    needs: 'memory',
  },
  {
    clause: 'AUTH-USER-VALID',
    says: 'refuses the user',
    given: 'the name of no user',
    when: 'createToken',
    send: broken(user, { set: '/username', to: '{fresh}-unknown' }),
    then: 'refused',
    needs: 'memory',
  },
];

// Cases of the parameters of a token request, and of credentials that are almost good.

function issues(clause: ClauseId, given: string, send: typeof client | typeof user): Case {
  return {
    clause,
    says: 'issues a token',
    given,
    when: 'createToken',
    send,
    then: '2XX',
    needs: send === user ? 'memory' : 'judgement',
  };
}

function issuesNone(given: string, send: typeof client | typeof user, needs: 'memory' | 'judgement'): Case {
  const unknown = broken(send, { set: '/grant_type', to: '{fresh}' });
  const outcome = { says: 'issues no token', when: 'createToken', then: 'refused' } as const;
  return { clause: 'AUTH-GRANT-TYPE', ...outcome, given, send: unknown, needs };
}

/** A user with a password of its own, who is not the user of the case. */
function withPassword(password: string): CaseCall {
  const send = { ...newUser(), password, isAutoUpdateEnabled: false };
  return { when: 'createUser', send, then: '2XX' };
}

const password = userField('passwords');
/** One digit or letter is another one. */
const anotherPassword = userField('passwords', 0, (text) =>
  text.replace(/[0-8]|[a-y]/, (character) => String.fromCharCode(character.charCodeAt(0) + 1)),
);

const ofDamagedPasswords = (
  [
    ['the password in small letters where some are capitals', (text) => text.toLowerCase()],
    ['the password without its first letter', (text) => text.slice(1)],
    ['the password without its last letter', (text) => text.slice(0, -1)],
    ['the password with a letter more', (text) => `${text}x`],
    ['an empty password', () => ''],
  ] satisfies [given: string, damage: (text: string) => string][]
).map(
  ([given, damage]): Case => ({
    ...{ clause: 'AUTH-USER-VALID', says: 'refuses the user', given },
    first: [withPassword(password)],
    when: 'createToken',
    send: { ...user, username: userField('userIds'), password: userField('passwords', 0, damage) },
    then: 'refused',
    needs: 'memory',
  }),
);

const ofTokenFieldCases: Case[] = [
  {
    clause: 'AUTH-TOKEN-CALL',
    says: 'issues a token',
    given: 'a token request',
    when: 'createToken',
    send: client,
    then: '2XX',
  },
  issues('AUTH-GRANT-TYPE', 'the grant_type client_credentials', client),
  issues('AUTH-GRANT-TYPE', 'the grant_type password', user),
  issuesNone('a grant_type that is neither, and the name and password of a user', user, 'memory'),
  issuesNone('a grant_type that is neither, and the credentials of a client', client, 'judgement'),
  issues('AUTH-CLIENT-ID', 'client_id in a request of a client', client),
  issues('AUTH-CLIENT-ID', 'client_id in a request for a user', user),
  issues('AUTH-CLIENT-SECRET', 'client_secret in a request of a client', client),
  issues('AUTH-CLIENT-SECRET', 'client_secret in a request for a user', user),
  issues('AUTH-USERNAME', 'a username', user),
  issues('AUTH-PASSWORD', 'a password', user),
  {
    clause: 'AUTH-CLIENT-VALID',
    says: 'refuses the client',
    given: 'no client secret',
    when: 'createToken',
    send: broken(client, { without: '/client_secret' }),
    then: 'refused',
  },
  {
    clause: 'AUTH-CLIENT-VALID',
    says: 'refuses the client',
    given: 'the name and password of a user and a wrong client secret',
    when: 'createToken',
    send: broken(user, { set: '/client_secret', to: '{clientSecret}-and-more' }),
    then: 'refused',
    needs: 'memory',
  },
  {
    clause: 'AUTH-USER-VALID',
    says: 'refuses the user',
    given: 'the password of another user',
    first: [withPassword(anotherPassword)],
    when: 'createToken',
    send: broken(user, { set: '/password', to: anotherPassword }),
    then: 'refused',
    needs: 'memory',
  },
  ...ofDamagedPasswords,
  {
    clause: 'USER-CREATE-CALL',
    says: 'issues a token for the created user',
    given: 'a user who was just created',
    first: [withPassword(password)],
    when: 'createToken',
    send: { ...user, username: userField('userIds'), password },
    then: '2XX',
    needs: 'memory',
  },
];

// Cases of the rule that every call carries an access token: without one, and with a text that is none.

const alike = {
  clause: 'AUTH-TOKEN-NEEDED',
  says: 'refuses the call',
  given: 'no access token',
  as: 'no one',
  then: 'refused',
} as const;

const withoutOne: Case[] = [
  { ...alike, when: 'createUser', send: example('createUser', 'full') },
  {
    ...alike,
    when: 'createNotificationRule',
    send: example('createNotificationRule', 'newTermsAndConditionsFull'),
  },
  { ...alike, when: 'getClientConfiguration' },
  { ...alike, when: 'importBankConnectionV1', send: example('importBankConnectionV1', 'full') },
  { ...alike, when: 'createMoneyTransferV1', send: example('createMoneyTransferV1', 'full') },
  {
    ...alike,
    first: [{ when: 'createMoneyTransferV1', send: example('createMoneyTransferV1', 'full'), then: '2XX' }],
    when: 'submitPaymentV1',
    send: { paymentId: answered(0, 'id'), interface: 'XS2A' },
    needs: 'memory',
  },
  { ...alike, when: 'createBankConnectionImport', send: example('createBankConnectionImport', 'full') },
  { ...alike, when: 'createStandalonePayment', send: example('createStandalonePayment', 'full') },
];

const withAnother: Case[] = withoutOne.map((row) => ({
  ...row,
  given: 'a text that was never issued as a token',
  as: 'stranger',
}));

const ofTokenNeededCases: Case[] = [...withoutOne, ...withAnother];

export const tokenCases = cases(import.meta.url, [
  ...ofTokenCases,
  ...ofTokenFieldCases,
  ...ofTokenNeededCases,
]);
