/** A created user is kept otherwise than the answer says. */
import type { State, User } from '../../sandbox/state.ts';
import type { FaultySeams } from '../fault.ts';
import { answeredOtherwise } from './answered-otherwise.ts';

export function usersKeptOtherwise(change: (user: User, state: State) => void): FaultySeams {
  return answeredOtherwise((answer, { state }) => {
    const user = state.users.get((answer.body as Partial<User>).id ?? '');
    if (user) change(user, state);
    return answer;
  });
}
