/** Cases of POST /users: the created user and its five fields, with the values of the test data and others. */
import { type CaseCall, type RequestBodyOf, rewritten } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { newUser, userField } from '../../src/runner/test-data.ts';
import { differsIfThere } from '../answer-checks.ts';
import { OTHER_PLANES, SIGNS_OF_FORMS, texts } from '../unusual-texts.ts';

const creates = (send: RequestBodyOf<'createUser'>): CaseCall => ({ when: 'createUser', send, then: '2XX' });
const user = newUser();

const mailOf = (write: (name: string) => string) =>
  rewritten(userField('emails'), (text) => text.replace(/^[^@]*/, write));

const other = {
  ...newUser(1),
  id: rewritten(userField('userIds'), (text) => `${text}-2`),
  email: mailOf((name) => `other.${name}`),
};

/** Length and format are not shown, so what is unusual may be refused. The other texts are those of users who authorize. */
const others = texts.filter((text) => text !== SIGNS_OF_FORMS && text !== OTHER_PLANES);
const unusual = (
  [
    [
      'the third values of the test data, and a tag in the e-mail address',
      { ...newUser(2), email: mailOf((name) => `${name}+tag=1`) },
    ],
    ['the fourth values, and signs in it', { ...newUser(3), email: mailOf((name) => `o'${name}&co%20/x`) }],
    [
      'the fifth values, and a password of digits that begins with zeros',
      { ...newUser(4), password: '0012345678' },
    ],
    ['the sixth values', newUser(5)],
  ] as const
)
  .map(([given, send], at) => {
    const [what, text] = others[at] ?? [];
    if (what === undefined) return [given, send] as const;
    return [
      `${given}, and an id with ${what}`,
      { ...send, id: rewritten(user.id, (id) => `${id}-${text}`) },
    ] as const;
  })
  .map(
    ([given, send]): Case => ({
      ...creates(send),
      clause: 'USER-RESPONSE',
      says: 'responds with the created user',
      given,
      mayBeRefused: true,
      needs: 'judgement',
    }),
  );

export const userCases = cases('suites/users/create-user.ts', [
  {
    ...creates(user),
    clause: 'USER-RESPONSE',
    says: 'responds with the fields of this one',
    given: 'a user created after another one whose fields all differ',
    first: [{ ...creates({ ...other, isAutoUpdateEnabled: false }), mayBeRefused: true }],
    needs: 'judgement',
  },
  {
    ...creates({ id: other.id, password: other.password, isAutoUpdateEnabled: false }),
    clause: 'USER-RESPONSE',
    says: 'responds without what the other user has',
    given: 'a user without email and phone, created after one who has both',
    first: [creates(user)],
    mayBeRefused: true,
    also: [
      differsIfThere('email', 0, 'USER-RESPONSE-EMAIL'),
      differsIfThere('phone', 0, 'USER-RESPONSE-PHONE'),
    ],
    needs: 'judgement',
  },
  ...unusual,
]);
