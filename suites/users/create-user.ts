/** Cases of POST /users: the created user and its five fields, with values of every kind. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { defaultTestData } from '../../contracts/generated/test-data.ts';
import { type CaseCall, written } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { newUser, userField } from '../../src/runner/test-data.ts';

const user = newUser();

type User = typeof user;

function created(clause: ClauseId, given: string, fields: Partial<User> = {}): Case {
  return {
    ...{ clause, says: 'creates the user', given, needs: 'judgement' },
    ...{ when: 'createUser', send: { ...user, ...fields }, then: '2XX' },
  };
}

// Each field of the answer is that of the request. Length and format are not shown, so what is unusual may be refused.

const id = userField('userIds');
const alone = (text: string) => written(id, (fresh) => `${fresh}${text}`);

const unusual: readonly (readonly [clause: ClauseId, given: string, fields: Partial<User>])[] = [
  ['USER-RESPONSE-ID', 'an id with capital and small letters', { id: alone('-aBcD-EFG') }],
  ['USER-RESPONSE-ID', 'an id of more than 300 characters', { id: alone(`-${'long'.repeat(75)}`) }],
  ['USER-RESPONSE-ID', 'an id that begins with zeros', { id: written(id, (fresh) => `007${fresh}`) }],
  ['USER-RESPONSE-ID', 'an id with signs of forms', { id: alone('&a+b=c%20d;e/f?g#h') }],
  ['USER-RESPONSE-ID', 'an id with a space, quotes and brackets', { id: alone(` "a" 'b' <c>{d}[e]\\f`) }],
  ['USER-RESPONSE-ID', 'an id with letters that are not ASCII', { id: alone('-Jürgen-Łukasz-Ωμέγα-ß') }],
  ['USER-RESPONSE-ID', 'an id with signs outside of the first plane', { id: alone('-🏦-𝕊') }],
  ['USER-RESPONSE-ID', 'an id with decomposed letters', { id: alone('-Ju\u0308rgen') }],
  ['USER-RESPONSE-PASSWORD', 'a password with signs of forms', { password: 'Aa1&b=c+d%20e' }],
  ['USER-RESPONSE-PASSWORD', 'a password with quotes', { password: `Aa1 "b" 'c' <d>\\e` }],
  [
    'USER-RESPONSE-PASSWORD',
    'a password with letters that are not ASCII',
    { password: 'Aa1-Grüße-Ωμέγα-🔐' },
  ],
  ['USER-RESPONSE-PASSWORD', 'a password of 200 characters', { password: `Aa1-${'long'.repeat(49)}` }],
  [
    'USER-RESPONSE-EMAIL',
    'an e-mail address with a long name',
    { email: mailOf((name) => `${name}${'x'.repeat(60 - name.length)}`) },
  ],
  ['USER-RESPONSE-EMAIL', 'an e-mail address with a tag', { email: mailOf((name) => `${name}+tag=1`) }],
  [
    'USER-RESPONSE-EMAIL',
    'an e-mail address with dots, a hyphen and an underscore',
    { email: mailOf((name) => `a.b.${name}_c-d`) },
  ],
  ['USER-RESPONSE-EMAIL', 'an e-mail address with signs', { email: mailOf((name) => `o'${name}&co%20/x`) }],
];

function mailOf(write: (name: string) => string): string {
  return written(userField('emails'), (text) => text.replace(/^[^@]*/, write));
}

const ofTestData = (
  [
    ['USER-RESPONSE-ID', 'id', 'userIds'],
    ['USER-RESPONSE-PASSWORD', 'password', 'passwords'],
    ['USER-RESPONSE-EMAIL', 'email', 'emails'],
    ['USER-RESPONSE-PHONE', 'phone', 'phones'],
  ] as const
).flatMap(([clause, name, key]) =>
  defaultTestData[key].slice(1).map((_, at) => {
    const value = userField(key, at + 1);
    return [clause, `${name} ${at + 2} of the test data`, { [name]: value }] as const;
  }),
);

const other: CaseCall = {
  when: 'createUser',
  send: {
    ...newUser(1),
    id: alone('-2'),
    email: mailOf((name) => `other.${name}`),
    isAutoUpdateEnabled: false,
  },
  then: '2XX',
  mayBeRefused: true,
};

export const userCases = cases(import.meta.url, [
  {
    ...created('USER-RESPONSE', 'a name that is not in use'),
    says: 'answers with the created user',
    needs: 'answer',
  },
  {
    ...created('USER-CREATE-CALL', 'a name that is not in use'),
    says: 'creates a user whose bank data is updated automatically',
  },
  {
    ...created('USER-RESPONSE-AUTO-UPDATE', 'a name that is not in use', { isAutoUpdateEnabled: false }),
    says: 'creates a user whose bank data is not updated automatically',
  },
  created('USER-RESPONSE-AUTO-UPDATE', 'a user who is to be updated automatically'),
  created('USER-REQUEST-ID', 'an id'),
  created('USER-REQUEST-PASSWORD', 'a password'),
  created('USER-REQUEST-EMAIL', 'an email'),
  created('USER-REQUEST-PHONE', 'a phone'),
  created('USER-REQUEST-AUTO-UPDATE', 'isAutoUpdateEnabled true'),
  created('USER-REQUEST-AUTO-UPDATE', 'isAutoUpdateEnabled false', { isAutoUpdateEnabled: false }),
  ...[...unusual, ...ofTestData].map(
    ([clause, given, fields]): Case => ({
      ...created(clause, given),
      ...{ when: 'createUser', send: { ...user, ...fields }, then: '2XX', mayBeRefused: true },
    }),
  ),
  {
    ...created('USER-RESPONSE', 'a user created after another one whose fields all differ'),
    says: 'answers with the fields of this one',
    first: [other],
  },
]);
