/** Cases of who obtains a token: credentials that are damaged in one way, users who are almost another, and passwords of every kind. */
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
  ...client,
  grant_type: 'password',
  username: '{userName}',
  password: '{userPassword}',
} as const;

// Damaged credentials: one parameter of a valid request is missing or another text.

type Damage = readonly [what: string, to: ((valid: string) => unknown) | 'missing'];

const missing: Damage = ['is missing', 'missing'];
const empty: Damage = ['is empty', () => ''];
const cut: Damage = ['lacks its last character', (valid) => written(valid, (text) => text.slice(0, -1))];
const headless: Damage = ['lacks its first character', (valid) => written(valid, (text) => text.slice(1))];
const first: Damage = ['is only its first character', (valid) => written(valid, (text) => text.slice(0, 1))];
const longer: Damage = ['goes on behind its end', (valid) => `${valid}-and-more`];
const before: Damage = ['begins with further characters', (valid) => `more-and-${valid}`];
const spaced: Damage = ['is followed by a space', (valid) => written(valid, (text) => `${text} `)];
const twice: Damage = ['is written twice', (valid) => written(valid, (text) => text + text)];
const otherCase: Damage = ['is in the other case', (valid) => written(valid, swapCase)];
const another = (what: string, text: string): Damage => [`is ${what}`, () => text];

function swapCase(text: string): string {
  return [...text].map((it) => (it === it.toLowerCase() ? it.toUpperCase() : it.toLowerCase())).join('');
}

/** A request of the client, and one for a user, each with every damage to one parameter. */
function refuses(
  clause: ClauseId,
  valid: typeof client | typeof user,
  name: keyof typeof user,
  ...damages: readonly Damage[]
): Case[] {
  const text = (valid as Partial<typeof user>)[name] ?? '';
  return damages.map(([what, to]) => ({
    clause,
    says: 'issues no token',
    given: `a request of the grant ${valid.grant_type} whose ${name} ${what}`,
    when: 'createToken',
    send: broken(valid, to === 'missing' ? { without: `/${name}` } : { set: `/${name}`, to: to(text) }),
    then: 'refused',
    ...(valid === user && { needs: 'memory' }),
  }));
}

const nameOfUser = another('the name of a user', '{userName}');
const passwordOfUser = another('the password of the user', '{userPassword}');
const secretOfClient = another('the secret of the client', '{clientSecret}');
const idOfClient = another('the id of the client', '{clientId}');

const damagedCases: Case[] = [
  ...refuses('AUTH-CLIENT-SECRET', client, 'client_secret', missing),
  ...refuses('AUTH-CLIENT-VALID', client, 'client_secret', empty, cut, first, longer, before),
  ...refuses('AUTH-CLIENT-VALID', client, 'client_secret', otherCase, idOfClient, headless, spaced, twice),
  ...refuses('AUTH-CLIENT-ID', client, 'client_id', missing),
  ...refuses('AUTH-CLIENT-VALID', client, 'client_id', empty, cut, headless, first, longer, before),
  ...refuses('AUTH-CLIENT-VALID', client, 'client_id', another('its secret', '{clientSecret}')),
  ...refuses('AUTH-CLIENT-SECRET', user, 'client_secret', missing),
  ...refuses('AUTH-CLIENT-VALID', user, 'client_secret', empty, cut, headless, first, longer, before),
  ...refuses(
    'AUTH-CLIENT-VALID',
    user,
    'client_secret',
    otherCase,
    spaced,
    twice,
    passwordOfUser,
    idOfClient,
  ),
  ...refuses('AUTH-CLIENT-ID', user, 'client_id', missing),
  ...refuses('AUTH-CLIENT-VALID', user, 'client_id', empty, cut, headless, first, longer, before),
  ...refuses('AUTH-CLIENT-VALID', user, 'client_id', nameOfUser),
  ...refuses('AUTH-PASSWORD', user, 'password', missing),
  ...refuses('AUTH-USER-VALID', user, 'password', empty, cut, headless, first, longer, before, otherCase),
  ...refuses('AUTH-USER-VALID', user, 'password', nameOfUser, spaced, twice, idOfClient, secretOfClient),
  ...refuses('AUTH-USERNAME', user, 'username', missing),
  ...refuses('AUTH-USER-VALID', user, 'username', empty, headless, longer, before, idOfClient),
  ...refuses('AUTH-USER-VALID', user, 'username', another('the name of no user', '{fresh}-unknown')),
];

// Users who are created in the case, with what a provider may refuse: length and format of their fields are not shown.

type Made = Partial<ReturnType<typeof newUser>>;

function creates(fields: Made): CaseCall {
  const send = { ...newUser(), isAutoUpdateEnabled: false, ...fields };
  return { when: 'createUser', send, then: '2XX', mayBeRefused: true };
}

/** The request for a token of the user of this name; the control is that for the user of the case. */
function logsIn(username: string, password: string) {
  const send = { ...user, username, password };
  const control = [{ when: 'createToken', send: user, then: '2XX' }] as const;
  return { when: 'createToken', send, needs: 'memory', control } as const;
}

const id = userField('userIds');
const password = userField('passwords');

/** A password, and another that a provider may take for it. */
const passwords: readonly (readonly [what: string, text: string, almost: string])[] = [
  ['with signs of forms', 'Aa1&b=c+d%20e', 'Aa1&b=c d%20e'],
  ['with a percent sign and digits', 'Aa1-%41+%2B', 'Aa1-A+%2B'],
  ['with spaces', 'Aa1 two  spaces', 'Aa1 two spaces'],
  ['with quotes, slashes and brackets', `Aa1"'\\/<b>{}[];--#?`, `Aa1"'\\/&lt;b&gt;{}[];--#?`],
  ['with letters that are not ASCII', 'Aa1-Grüße-Čapek-Ωμέγα', 'Aa1-Gruße-Capek-Ωμεγα'],
  ['with signs outside of the first plane', 'Aa1-🔐-𝕊', 'Aa1-🔑-𝕊'],
  ['of 73 characters', `Aa1-${'x'.repeat(68)}1`, `Aa1-${'x'.repeat(68)}2`],
  ['of 300 characters', `Aa1-${'y'.repeat(295)}1`, `Aa1-${'y'.repeat(295)}2`],
];

const ofPasswordCases: Case[] = passwords.flatMap(([what, text, almost]): Case[] => [
  {
    ...{ clause: 'AUTH-USER-GRANT', says: 'issues a token for the user', given: `a password ${what}` },
    ...{ first: [creates({ password: text })], ...logsIn(id, text), then: '2XX' },
  },
  {
    ...{ clause: 'AUTH-USER-VALID', says: 'issues no token', given: `almost the password ${what}` },
    ...{ first: [creates({ password: text })], ...logsIn(id, almost), then: 'refused' },
  },
]);

const onward = (text: string) => written(id, (name) => `${name}-${text}`);
const mail = written(userField('emails'), (address) => `other.${address}`);

/** The ids of two users that differ in little. */
const pairs: readonly (readonly [what: string, one: string, other: string])[] = [
  ['case', onward('abc'), onward('aBC')],
  ['the last of more than 72 characters', onward(`${'z'.repeat(72)}1`), onward(`${'z'.repeat(72)}2`)],
  ['one being the beginning of the other', id, onward('1')],
  ['signs of forms', onward('a+b&c%2B'), onward('a b&c+')],
  ['a letter that is not ASCII', onward('Jürgen'), onward('Jurgen')],
];

/** Both users are there, each with a password of its own: each gets a token with its own and none with that of the other. */
const ofPairCases: Case[] = pairs.flatMap(([what, one, other]): Case[] => {
  const both = [creates({ id: one }), creates({ id: other, email: mail, password: 'Another-Password-2' })];
  const given = `two users whose ids differ in ${what}, and`;
  const of = { clause: 'AUTH-USERNAME-IS-ID', first: both } as const;
  const issues = { ...of, says: 'issues a token', then: '2XX' } as const;
  const none = { ...of, says: 'issues no token', then: 'refused' } as const;
  return [
    { ...issues, given: `${given} the password of the first`, ...logsIn(one, password) },
    { ...issues, given: `${given} the password of the second`, ...logsIn(other, 'Another-Password-2') },
    {
      ...none,
      given: `${given} the first with the password of the second`,
      ...logsIn(one, 'Another-Password-2'),
    },
    { ...none, given: `${given} the second with the password of the first`, ...logsIn(other, password) },
  ];
});

const ofOtherUserCases: Case[] = [
  {
    ...{ clause: 'AUTH-USER-VALID', says: 'issues no token', given: 'the beginning of the id of a user' },
    ...{ first: [creates({ id: onward('abc') })], ...logsIn(onward('ab'), password), then: 'refused' },
  },
  ...(['emails', 'phones'] as const).map(
    (field): Case => ({
      clause: 'AUTH-USERNAME-IS-ID',
      says: 'issues no token',
      given: `the ${field === 'emails' ? 'e-mail address' : 'telephone number'} of a user in place of the id`,
      first: [creates({})],
      ...logsIn(id, password),
      send: broken({ ...user, username: id, password }, { set: '/username', to: userField(field) }),
      then: 'refused',
    }),
  ),
  {
    clause: 'AUTH-USER-GRANT',
    says: 'issues a token for the user',
    given: 'a user who is updated automatically',
    first: [creates({ isAutoUpdateEnabled: true })],
    ...logsIn(id, password),
    then: '2XX',
  },
  {
    clause: 'AUTH-USER-GRANT',
    says: 'issues a token for the user',
    given: 'a user after whom two others were created',
    first: [
      creates({}),
      creates({ id: onward('2'), email: mail, password: 'Another-Password-2' }),
      creates({ id: onward('3'), email: written(mail, (it) => `more.${it}`), password: 'Third-Password-3' }),
    ],
    ...logsIn(id, password),
    then: '2XX',
  },
];

export const credentialCases = cases(import.meta.url, [
  ...damagedCases,
  ...ofPasswordCases,
  ...ofPairCases,
  ...ofOtherUserCases,
]);
