/** Cases of POST /users: the created user and its five fields. */
import { cases } from '../../src/drive/case.ts';

const user = {
  id: '{fresh}',
  password: 'example-password',
  email: 'user@example.com',
  phone: '+49 30 901820',
  isAutoUpdateEnabled: true,
};

export const userCases = cases(import.meta.url, [
  {
    clause: 'USER-RESPONSE',
    says: 'answers with the created user',
    given: 'a name that nobody has',
    when: 'createUser',
    send: user,
    then: '2XX',
  },
  {
    clause: 'USER-CREATE-CALL',
    says: 'creates a user whose bank data is updated automatically',
    given: 'a name that nobody has',
    when: 'createUser',
    send: user,
    then: '2XX',
    needs: 'judgement',
  },
  {
    clause: 'USER-RESPONSE-AUTO-UPDATE',
    says: 'creates a user whose bank data is not updated automatically',
    given: 'a name that nobody has',
    when: 'createUser',
    send: { ...user, isAutoUpdateEnabled: false },
    then: '2XX',
    needs: 'judgement',
  },
]);
