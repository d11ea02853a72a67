/** Cases of the parameters of a token request, and of credentials that are almost good. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { broken } from '../../src/drive/calls/broken.ts';
import type { Call } from '../../src/drive/calls/call.ts';
import { type Case, cases } from '../../src/drive/cases/case.ts';
import { client, user } from './grants.ts';

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
function withPassword(password: string): Call {
  const fields = { email: 'user@example.com', phone: '+49 30 901820', isAutoUpdateEnabled: false };
  return { when: 'createUser', send: { id: '{fresh}', password, ...fields }, then: '2XX' };
}

export const tokenFieldCases = cases(import.meta.url, [
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
    first: [withPassword('another-example-password')],
    when: 'createToken',
    send: broken(user, { set: '/password', to: 'another-example-password' }),
    then: 'refused',
    needs: 'memory',
  },
  {
    clause: 'AUTH-USER-VALID',
    says: 'refuses the user',
    given: 'the password in small letters where some are capitals',
    first: [withPassword('Example-Password')],
    when: 'createToken',
    send: { ...user, username: '{fresh}', password: 'example-password' },
    then: 'refused',
    needs: 'memory',
  },
  {
    clause: 'USER-CREATE-CALL',
    says: 'issues a token for the created user',
    given: 'a user who was just created',
    first: [withPassword('Example-Password')],
    when: 'createToken',
    send: { ...user, username: '{fresh}', password: 'Example-Password' },
    then: '2XX',
    needs: 'memory',
  },
]);
