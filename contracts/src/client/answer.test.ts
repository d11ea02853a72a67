// Answers that cannot be used, and no answer.
import { PassThrough } from 'node:stream';
import nock from 'nock';
import { expect, test } from 'vitest';
import { failureOf, SERVICE, USER, withoutNetwork } from '../../../src/test-support/client-calls.ts';
import { createUser, getClientConfiguration } from './access-calls.ts';
import { MalformedAnswer, NoAnswer, TimedOut } from './call-error.ts';
import { createClient } from './client.ts';

const client = createClient(SERVICE, 't0ken');
const hasty = createClient({ ...SERVICE, timeLimit: 30 }, 't0ken');

withoutNetwork();

const users = () => nock(SERVICE.accessUrl).post('/users');
const failure = (by = client) => failureOf(createUser(by, USER));

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect with ${status} is a malformed answer and is not followed`, async () => {
    const elsewhere = nock('https://elsewhere.example').post('/users').reply(201, USER);
    elsewhere.get('/users').reply(200, USER);
    users().reply(status, '', { location: 'https://elsewhere.example/users' });
    const error = await failure();
    expect(error).toBeInstanceOf(MalformedAnswer);
    expect(error).toMatchObject({ status, fault: 'it is a redirect, which is not followed' });
    expect(elsewhere.pendingMocks()).toHaveLength(2);
  });
}

const bodies: [string, string | object, string][] = [
  ['cut off', '{"id":"u-1","pass', 'the body is not JSON'],
  ['text', 'created', 'the body is not JSON'],
  ['a page', '<html>created</html>', 'the body is not JSON'],
  ['empty', '', 'the body is empty'],
  ['null', 'null', 'id is missing'],
  ['a list', [USER], 'id is missing'],
  ['an object without the field', { email: 'u@example.com' }, 'id is missing'],
  ['an object with another kind of field', { id: 7 }, 'id is a number'],
  ['an object with an empty field', { id: '' }, 'id is empty'],
];
for (const [says, body, fault] of bodies) {
  test(`a success whose body is ${says} is malformed: ${fault}`, async () => {
    users().reply(201, body);
    const error = await failure();
    expect(error).toBeInstanceOf(MalformedAnswer);
    expect(error).toMatchObject({ status: 201, fault, operation: 'createUser' });
    expect(error).toHaveProperty('message', `createUser has a malformed answer: ${fault}`);
  });
}

test('a 204 has an empty body', async () => {
  users().reply(204);
  expect(await failure()).toMatchObject({ name: 'MalformedAnswer', status: 204, fault: 'the body is empty' });
});

test('a success is any 2xx where no number is shown, whatever its content type says', async () => {
  users().reply(202, JSON.stringify(USER), { 'content-type': 'text/plain' });
  expect(await createUser(client, USER)).toEqual(USER);
});

test('no answer within the time limit is TimedOut', async () => {
  users().reply(() => new Promise(() => undefined));
  const error = await failure(hasty);
  expect(error).toBeInstanceOf(TimedOut);
  expect(error).toBeInstanceOf(NoAnswer);
  expect(error).toMatchObject({ timeLimit: 30, message: 'createUser has no answer (none within 0.03 s)' });
});

test('the time limit holds for the body too', async () => {
  users().reply(201, () => begun('{"id":'), { 'content-length': '50' });
  expect(await failure(hasty)).toMatchObject({ name: 'TimedOut' });
});

test('an answer that breaks off is NoAnswer', async () => {
  const broken = begun('{"id":');
  setTimeout(() => broken.destroy(new Error('cut')), 5);
  users().reply(201, () => broken, { 'content-length': '50' });
  const error = await failure();
  expect(error).toBeInstanceOf(NoAnswer);
  expect(error).not.toBeInstanceOf(TimedOut);
});

test('a connection that fails is NoAnswer with its code, and the POST is not repeated', async () => {
  users().replyWithError(Object.assign(new Error('t0ken'), { code: 'ECONNRESET' }));
  const again = users().reply(201, USER);
  const error = await failure();
  expect(error).toMatchObject({ name: 'NoAnswer', message: 'createUser has no answer (ECONNRESET)' });
  expect(again.isDone()).toBe(false);
});

test('a refusal of 503 is not repeated either', async () => {
  users().reply(503);
  const again = users().reply(201, USER);
  expect(await failure()).toMatchObject({ name: 'Refused', status: 503 });
  expect(again.isDone()).toBe(false);
});

test('a body that no JSON can hold is the own error of the engine, and nothing is sent', async () => {
  const scope = users().reply(201, USER);
  const circular: Record<string, unknown> = {};
  circular['email'] = circular;
  await expect(createUser(client, circular)).rejects.toThrow(TypeError);
  expect(scope.isDone()).toBe(false);
});

test('a field of another kind is named', async () => {
  nock(SERVICE.accessUrl).get('/clientConfiguration').reply(200, { isAutoCategorizationEnabled: 'yes' });
  await expect(getClientConfiguration(client)).rejects.toMatchObject({
    operation: 'getClientConfiguration',
    fault: 'isAutoCategorizationEnabled is text',
  });
});

/** A body that begins and never ends. */
function begun(text: string): PassThrough {
  const stream = new PassThrough();
  stream.write(text);
  return stream;
}
