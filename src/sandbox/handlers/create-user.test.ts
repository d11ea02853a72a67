// Users: the same five fields back, and nothing of one user visible to or in the way of another.
import { expect, test } from 'vitest';
import { Visitor } from '../visitor.ts';

const anna = {
  id: 'anna',
  password: 'example-password',
  email: 'anna@example.com',
  phone: '+49 30 901820',
  isAutoUpdateEnabled: true,
};

for (const isAutoUpdateEnabled of [true, false]) {
  test(`a user with isAutoUpdateEnabled ${isAutoUpdateEnabled} comes back with the same five fields`, async () => {
    const visitor = new Visitor();
    const body = { ...anna, isAutoUpdateEnabled };
    const answer = await visitor.operate('createUser', { token: await visitor.clientToken(), body });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual(body);
  });
}

test('more fields than documented are taken and not given back', async () => {
  const visitor = new Visitor();
  const body = { ...anna, theme: 'dark' };
  const answer = await visitor.operate('createUser', { token: await visitor.clientToken(), body });
  expect(answer.json).toEqual(anna);
});

test('what is left out is made up, so that the answer has all five fields', async () => {
  const visitor = new Visitor();
  const { json } = await visitor.operate('createUser', { token: await visitor.clientToken(), body: {} });
  expect(json).toEqual({
    id: expect.stringMatching(/./),
    password: expect.stringMatching(/./),
    email: '',
    phone: '',
    isAutoUpdateEnabled: false,
  });
});

test('a user that exists is refused and keeps the password', async () => {
  const visitor = new Visitor();
  await visitor.userToken('anna', 'example-password');
  const token = await visitor.clientToken();
  const again = await visitor.operate('createUser', { token, body: { ...anna, password: 'other' } });
  expect(again.status).toBe(409);
  await expectToken(visitor, 'example-password', 200);
  await expectToken(visitor, 'other', 400);
});

test('a user that exists is accepted and takes the new fields where the setting says so', async () => {
  const visitor = new Visitor({ settings: { userExists: 'accepted' } });
  await visitor.userToken('anna', 'example-password');
  const token = await visitor.clientToken();
  const body = { ...anna, password: 'other' };
  expect((await visitor.operate('createUser', { token, body })).json).toEqual(body);
  await expectToken(visitor, 'other', 200);
});

test('a field of a wrong type is refused with its name and not its value', async () => {
  const visitor = new Visitor();
  const body = { ...anna, password: 123456 };
  const answer = await visitor.operate('createUser', { token: await visitor.clientToken(), body });
  expect([answer.status, answer.json.error]).toEqual([400, 'password is not of the type string']);
});

async function expectToken(visitor: Visitor, password: string, status: number): Promise<void> {
  const client = { client_id: 'sandbox-client', client_secret: 'sandbox-secret' };
  const body = { ...client, grant_type: 'password', username: 'anna', password };
  expect((await visitor.operate('createToken', { body })).status).toBe(status);
}
