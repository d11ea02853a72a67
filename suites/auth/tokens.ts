/** Cases of POST /oauth/token: the two grants, their parameters and the token response. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { broken, type CaseCall, written } from '../../src/runner/call.ts';
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

// Cases of the two grants and the token response.

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
];

// Cases of the parameters of a token request.

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

/** A user with a password of its own, who is not the user of the case. */
function withPassword(password: string): CaseCall {
  const send = { ...newUser(), password, isAutoUpdateEnabled: false };
  return { when: 'createUser', send, then: '2XX' };
}

const password = userField('passwords');
/** One digit or letter is another one. */
const anotherPassword = written(password, (text) =>
  text.replace(/[0-8]|[a-y]/, (character) => String.fromCharCode(character.charCodeAt(0) + 1)),
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
  issues('AUTH-CLIENT-ID', 'client_id in a request of a client', client),
  issues('AUTH-CLIENT-ID', 'client_id in a request for a user', user),
  issues('AUTH-CLIENT-SECRET', 'client_secret in a request of a client', client),
  issues('AUTH-CLIENT-SECRET', 'client_secret in a request for a user', user),
  issues('AUTH-USERNAME', 'a username', user),
  issues('AUTH-PASSWORD', 'a password', user),
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
  {
    clause: 'AUTH-USER-VALID',
    says: 'refuses the user',
    given: 'a wrong password after a token for the right one',
    first: [{ when: 'createToken', send: user, then: '2XX' }],
    when: 'createToken',
    send: broken(user, { set: '/password', to: anotherPassword }),
    then: 'refused',
    needs: 'memory',
  },
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

export const tokenCases = cases(import.meta.url, [...ofTokenCases, ...ofTokenFieldCases]);
