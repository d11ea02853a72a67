/** POST /users: creates a user and answers with the same five fields. */
import type { Handler } from '../handler.ts';
import { Refusal } from '../refusal.ts';
import { newUser } from '../state.ts';

/** Which fields are required is not shown (USER-REQUIRED-FIELDS): the sandbox makes up what is absent. */
export const createUser: Handler<'createUser'> = ({ body }, { state, settings, chance }) => {
  const fields = {
    id: body.id ?? chance.uuid(),
    password: body.password ?? chance.token(),
    email: body.email ?? '',
    phone: body.phone ?? '',
    isAutoUpdateEnabled: body.isAutoUpdateEnabled ?? false,
  };
  const known = state.users.get(fields.id);
  if (known && settings.userExists === 'refused')
    return new Refusal(409, 'a user with this id exists already');
  if (known) Object.assign(known, fields);
  else state.users.set(fields.id, newUser(fields));
  return { status: 201, body: fields };
};
