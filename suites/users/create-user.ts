/** Cases of POST /users: the created user and its five fields. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { newUser } from '../../src/runner/test-data.ts';

const user = newUser();

/** `index` chooses among the patterns of the test data. */
function created(clause: ClauseId, given: string, index = 0): Case {
  return {
    clause,
    says: 'creates the user',
    given,
    when: 'createUser',
    send: newUser(index),
    then: '2XX',
    needs: 'judgement',
  };
}

export const userCases = cases(import.meta.url, [
  {
    clause: 'USER-RESPONSE',
    says: 'answers with the created user',
    given: 'a name that is not in use',
    when: 'createUser',
    send: user,
    then: '2XX',
  },
  {
    clause: 'USER-CREATE-CALL',
    says: 'creates a user whose bank data is updated automatically',
    given: 'a name that is not in use',
    when: 'createUser',
    send: user,
    then: '2XX',
    needs: 'judgement',
  },
  {
    clause: 'USER-RESPONSE-AUTO-UPDATE',
    says: 'creates a user whose bank data is not updated automatically',
    given: 'a name that is not in use',
    when: 'createUser',
    send: { ...user, isAutoUpdateEnabled: false },
    then: '2XX',
    needs: 'judgement',
  },
  created('USER-RESPONSE-AUTO-UPDATE', 'a user who is to be updated automatically'),
  created('USER-REQUEST-ID', 'an id'),
  created('USER-REQUEST-PASSWORD', 'a password'),
  created('USER-REQUEST-EMAIL', 'an email'),
  created('USER-REQUEST-PHONE', 'a phone'),
  created('USER-REQUEST-ID', 'an id of another pattern', 1),
  created('USER-REQUEST-PASSWORD', 'a password of another pattern', 1),
  created('USER-REQUEST-EMAIL', 'an email of another pattern', 1),
  created('USER-REQUEST-PHONE', 'a phone of another form', 1),
  created('USER-REQUEST-PHONE', 'a phone of a third form', 2),
  created('USER-REQUEST-AUTO-UPDATE', 'isAutoUpdateEnabled true'),
  {
    ...created('USER-REQUEST-AUTO-UPDATE', 'isAutoUpdateEnabled false'),
    when: 'createUser',
    send: { ...user, isAutoUpdateEnabled: false },
    then: '2XX',
  },
]);
