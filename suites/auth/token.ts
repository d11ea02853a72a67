/** Cases of POST /oauth/token: the two grants, the token response, and who obtains none. */
import { broken } from '../../src/drive/calls/broken.ts';
import { cases } from '../../src/drive/cases/case.ts';
import { client, user } from './grants.ts';

export const tokenCases = cases(import.meta.url, [
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
    clause: 'AUTH-CLIENT-VALID',
    says: 'refuses the client',
    given: 'a wrong client secret',
    when: 'createToken',
    send: broken(client, { set: '/client_secret', to: '{clientSecret}-and-more' }),
    then: 'refused',
  },
  {
    clause: 'AUTH-CLIENT-VALID',
    says: 'refuses the client',
    given: 'an unknown client id',
    when: 'createToken',
    send: broken(client, { set: '/client_id', to: '{clientId}-and-more' }),
    then: 'refused',
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
    given: 'the name of nobody',
    when: 'createToken',
    send: broken(user, { set: '/username', to: '{fresh}-who-is-nobody' }),
    then: 'refused',
    needs: 'memory',
  },
]);
