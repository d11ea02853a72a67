/** Cases of POST /oauth/token: both grants, credentials that are wrong in one way, and users with unusual fields. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { broken, type CaseCall, rewritten } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { newUser, userField } from '../../src/runner/test-data.ts';
import { OTHER_PLANES, SIGNS_OF_FORMS } from '../unusual-texts.ts';

const client = {
  grant_type: 'client_credentials',
  client_id: '{clientId}',
  client_secret: '{clientSecret}',
} as const;

const user = {
  ...client,
  grant_type: 'password',
  username: '{userName}',
  password: '{userPassword}',
} as const;

type TokenRequest = { readonly [Name in keyof typeof user]?: string };

const asks = (send: TokenRequest): CaseCall => ({ when: 'createToken', send, then: '2XX' }) as CaseCall;

const granted: Case[] = [
  {
    ...asks(client),
    clause: 'AUTH-TOKEN-RESPONSE',
    says: 'responds with the token response',
    given: 'valid client credentials',
  },
  {
    ...asks(client),
    clause: 'AUTH-CLIENT-GRANT',
    says: 'issues a further token for the client',
    given: 'valid client credentials for which a token was issued before',
    first: [asks(client)],
    needs: 'judgement',
  },
  {
    ...asks(user),
    clause: 'AUTH-USER-GRANT',
    says: 'issues a token for the user',
    given: 'the name and password of a user',
    needs: 'memory',
  },
];

// One parameter of a valid request is missing or another text.

const cut = (valid: string) => rewritten(valid, (text) => text.slice(0, -1));
const longer = (valid: string) => `${valid}-and-more`;
const inOtherCase = (valid: string) =>
  rewritten(valid, (text) =>
    [...text].map((it) => (it === it.toLowerCase() ? it.toUpperCase() : it.toLowerCase())).join(''),
  );
const missing = 'is missing';
const empty = ['is empty', () => ''] as const;
const lacksLast = ['lacks its last character', cut] as const;
const goesOn = ['goes on behind its end', longer] as const;
const otherCase = ['is in the other case', inOtherCase] as const;

type Wrong = typeof missing | readonly [how: string, to: (valid: string) => string];

const wrong: readonly (readonly [ClauseId, TokenRequest, keyof TokenRequest, ...Wrong[]])[] = [
  ['AUTH-CLIENT-ID', client, 'client_id', missing],
  ['AUTH-CLIENT-VALID', client, 'client_id', lacksLast],
  ['AUTH-CLIENT-SECRET', client, 'client_secret', missing],
  ['AUTH-CLIENT-VALID', client, 'client_secret', empty, goesOn],
  ['AUTH-CLIENT-SECRET', user, 'client_secret', missing],
  ['AUTH-CLIENT-VALID', user, 'client_secret', lacksLast],
  ['AUTH-USERNAME', user, 'username', missing],
  ['AUTH-USER-VALID', user, 'username', ['is that of no user', () => '{fresh}-unknown']],
  ['AUTH-PASSWORD', user, 'password', missing],
  ['AUTH-USER-VALID', user, 'password', lacksLast, goesOn, otherCase],
];

const refused = wrong.flatMap(([clause, valid, name, ...ways]) =>
  ways.map((way): Case => {
    const text = valid[name] ?? '';
    const edit = way === missing ? { without: `/${name}` } : { set: `/${name}`, to: way[1](text) };
    return {
      clause,
      says: 'issues no token',
      given: `a request of the grant ${valid.grant_type} whose ${name} ${way === missing ? way : way[0]}`,
      when: 'createToken',
      send: broken(valid, edit),
      then: 'refused',
      needs: valid === user ? 'memory' : 'judgement',
    };
  }),
);

// Users who are created in the case, with what a provider may refuse: length and format of their fields are not shown.

const id = userField('userIds');
const password = userField('passwords');
const OTHER_PASSWORD = 'Another-Password-2';

function creates(fields: Partial<ReturnType<typeof newUser>>): CaseCall {
  const send = { ...newUser(), isAutoUpdateEnabled: false, ...fields };
  return { when: 'createUser', send, then: '2XX', mayBeRefused: true };
}

/** The baseline is the request for the user of the case. */
function logsIn(username: string, withPassword: string) {
  const send = { ...user, username, password: withPassword };
  return { when: 'createToken', send, needs: 'memory', baseline: [asks(user)] } as const;
}

const longPassword = (last: number) => `Aa1-${'x'.repeat(68)}${last}`;
const onward = (text: string) => rewritten(id, (name) => `${name}-${text}`);

const mail = rewritten(userField('emails'), (address) => `other.${address}`);
const ofOthers: Case[] = [
  ...[SIGNS_OF_FORMS, OTHER_PLANES].map(
    ([what, text]): Case => ({
      ...logsIn(onward(text), `Aa1 ${text}`),
      clause: 'AUTH-USER-GRANT',
      says: 'issues a token for the user',
      given: `a user whose id and password have ${what}, the password a space, too`,
      first: [creates({ id: onward(text), password: `Aa1 ${text}` })],
      then: '2XX',
    }),
  ),
  {
    ...logsIn(onward('aBCd'), password),
    clause: 'AUTH-USERNAME-IS-ID',
    says: 'issues a token for the id, and none for the e-mail address',
    given: 'a user whose id has capital and small letters',
    first: [
      creates({ id: onward('aBCd') }),
      { when: 'createToken', send: { ...user, username: userField('emails'), password }, then: 'refused' },
    ],
    then: '2XX',
  },
  {
    ...logsIn(id, longPassword(2)),
    clause: 'AUTH-USER-VALID',
    says: 'issues no token',
    given: 'a password of 73 characters whose last one is another',
    first: [creates({ password: longPassword(1) })],
    then: 'refused',
  },
  {
    ...logsIn(onward('aBC'), OTHER_PASSWORD),
    clause: 'AUTH-USERNAME-IS-ID',
    says: 'issues a token for the second, and none for the first with the password of the second',
    given: 'two users whose ids differ in case',
    first: [
      creates({ id: onward('abc') }),
      creates({ id: onward('aBC'), email: mail, password: OTHER_PASSWORD }),
      {
        when: 'createToken',
        send: { ...user, username: onward('abc'), password: OTHER_PASSWORD },
        then: 'refused',
      },
    ],
    then: '2XX',
  },
  {
    ...logsIn(id, password),
    clause: 'USER-CREATE-CALL',
    says: 'issues a token for the first of them',
    given: 'two users who were just created, whose fields are the same but the id',
    first: [creates({}), creates({ id: onward('too') })],
    then: '2XX',
  },
  {
    when: 'createToken',
    clause: 'AUTH-USER-VALID',
    says: 'issues no token',
    given: 'the password of another user after a token for the right one',
    first: [creates({ password: OTHER_PASSWORD }), asks(user)],
    send: broken(user, { set: '/password', to: OTHER_PASSWORD }),
    then: 'refused',
    needs: 'memory',
    baseline: [asks(user)],
  },
];

export const tokenCases = cases('suites/auth/tokens.ts', [...granted, ...refused, ...ofOthers]);
