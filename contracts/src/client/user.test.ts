/** Creating a user sends what was given and gives what the service created. */
import nock from 'nock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from './client.ts';
import { createUser } from './user.ts';

const SERVICE = { accessUrl: 'https://access.example', webFormUrl: 'https://form.example' };
const USER = {
  id: 'u-1',
  password: 'p-1',
  email: 'u@example.com',
  phone: '+49 30 1',
  isAutoUpdateEnabled: true,
};

beforeEach(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

test('a user is created with its five fields, and the same five come back', async () => {
  nock(SERVICE.accessUrl)
    .post('/v2/users', USER)
    .matchHeader('content-type', 'application/json')
    .reply(201, USER);
  const client = createClient({ ...SERVICE, accessPrefix: '/v2' }, 't-1');
  expect(await createUser(client, USER)).toEqual(USER);
});

test('a field that is undefined is not sent', async () => {
  nock(SERVICE.accessUrl).post('/users', { id: 'u-1', password: 'p-1' }).reply(200, USER);
  const user = { id: 'u-1', password: 'p-1', phone: undefined as unknown as string };
  expect(await createUser(createClient(SERVICE, 't-1'), user)).toEqual(USER);
});

test('a user comes back with the fields that nobody documented', async () => {
  nock(SERVICE.accessUrl)
    .post('/users', USER)
    .reply(201, { ...USER, createdBy: 'c-1' });
  expect(await createUser(createClient(SERVICE, 't-1'), USER)).toEqual({ ...USER, createdBy: 'c-1' });
});
