/** Cases of POST /users: the created user and its five fields, with the values of the test data and others. */
import { type CaseCall, written } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { newUser, userField } from '../../src/runner/test-data.ts';

const creates = (send: ReturnType<typeof newUser>): CaseCall => ({ when: 'createUser', send, then: '2XX' });
const user = newUser();
const off = { ...user, isAutoUpdateEnabled: false };

const mailOf = (write: (name: string) => string) =>
  written(userField('emails'), (text) => text.replace(/^[^@]*/, write));

const other = {
  ...newUser(1),
  id: written(userField('userIds'), (text) => `${text}-2`),
  email: mailOf((name) => `other.${name}`),
};

/** Length and format are not shown, so what is unusual may be refused. */
const unusual = (
  [
    ['the second values of the test data', newUser(1)],
    ['the third telephone number of the test data', newUser(2)],
    ['the fourth telephone number of the test data', newUser(3)],
    ['the fifth telephone number of the test data', newUser(4)],
    ['the sixth telephone number of the test data', newUser(5)],
    ['an e-mail address with a tag', { ...user, email: mailOf((name) => `${name}+tag=1`) }],
    ['an e-mail address with signs', { ...user, email: mailOf((name) => `o'${name}&co%20/x`) }],
    ['an id that begins with zeros', { ...user, id: written(user.id, (text) => `007${text}`) }],
  ] as const
).map(
  ([given, send]): Case => ({
    ...creates(send),
    clause: 'USER-RESPONSE',
    says: 'answers with the created user',
    given,
    mayBeRefused: true,
    needs: 'judgement',
  }),
);

export const userCases = cases(import.meta.url, [
  {
    ...creates(off),
    clause: 'AUTH-CLIENT-TOKEN-SERVES',
    says: 'creates a user whose bank data is not updated automatically',
    given: 'a client token',
    needs: 'judgement',
    reserve: [
      {
        ...creates(off),
        clause: 'USER-REQUEST-AUTO-UPDATE',
        says: 'creates the user',
        given: 'isAutoUpdateEnabled false',
        needs: 'judgement',
        control: [creates(user)],
      },
      {
        ...creates(off),
        clause: 'AUTH-CLIENT-TOKEN-SERVES',
        says: 'creates the user',
        given: 'a client token that reads the client configuration',
        needs: 'judgement',
        control: [{ when: 'getClientConfiguration', then: '2XX' }],
      },
    ],
  },
  {
    ...creates(user),
    clause: 'USER-RESPONSE',
    says: 'answers with the fields of this one',
    given: 'a user created after another one whose fields all differ',
    first: [{ ...creates({ ...other, isAutoUpdateEnabled: false }), mayBeRefused: true }],
    needs: 'judgement',
  },
  ...unusual,
]);
