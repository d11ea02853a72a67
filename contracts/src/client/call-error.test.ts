// What a refusal says, whatever its body looks like.
import nock from 'nock';
import { expect, test } from 'vitest';
import { failureOf, SERVICE, USER, withoutNetwork } from '../../../src/test-support/client-calls.ts';
import { createUser } from './access-calls.ts';
import { Refused, WebFormRequired } from './call-error.ts';
import { createClient } from './client.ts';

const client = createClient(SERVICE, 't0ken');

withoutNetwork();

const users = () => nock(SERVICE.accessUrl).post('/users');
const failure = () => failureOf(createUser(client, USER));

const ENVELOPE = {
  errors: [
    {
      message: 'A user with this ID exists.',
      code: 'EXISTS',
      type: 'BUSINESS',
      multiStepAuthentication: null,
    },
  ],
  date: '2026-11-20 09:15:00.123',
  requestId: 'r-1',
};
const refusals: [string, number, string | object | undefined, string, string?][] = [
  [
    'an envelope',
    422,
    ENVELOPE,
    'A user with this ID exists. | EXISTS | BUSINESS | 2026-11-20 09:15:00.123 | r-1',
    'r-1',
  ],
  ['problem details', 400, { title: 'Bad', status: 400 }, 'Bad'],
  ['OAuth', 401, { error: 'invalid_token', error_description: 'expired' }, 'invalid_token | expired'],
  ['a JSON text', 409, '"already exists"', 'already exists'],
  ['a page', 502, '<h1>Bad\ngateway</h1>', '<h1>Bad\ufffdgateway</h1>'],
  ['JSON cut off', 500, '{"errors":[{"mess', '{"errors":[{"mess'],
  ['a number', 400, '7', ''],
  ['a request id that is no text', 400, { requestId: 7 }, ''],
  ['nothing', 503, undefined, ''],
  ['an empty text', 400, '', ''],
];
for (const [says, status, body, words, requestId] of refusals) {
  test(`a refusal with ${says} is Refused with ${status} and its words`, async () => {
    users().reply(status, body);
    const error = await failure();
    expect(error).toBeInstanceOf(Refused);
    expect(error).not.toBeInstanceOf(WebFormRequired);
    expect(error).toMatchObject({ status, words, requestId });
    const detail = words === '' ? '' : `: ${words}`;
    expect(error).toHaveProperty('message', `createUser is refused with ${status}${detail}`);
  });
}

test('a refusal finds words anywhere in its body, ignoring case, and nothing else', async () => {
  users().reply(409, { deep: [{ down: 'A rule with these parameters ALREADY exists' }] });
  const error = await failure();
  expect(error instanceof Refused && error.says('already exists')).toBe(true);
  expect(error instanceof Refused && error.says('does not exist')).toBe(false);
});

test('a long refusal is cut in the message and kept in its words', async () => {
  users().reply(400, 'x'.repeat(5000));
  const error = await failure();
  expect(error).toMatchObject({ words: 'x'.repeat(5000) });
  expect(error).toHaveProperty('message', `createUser is refused with 400: ${'x'.repeat(199)}…`);
});

test('a refusal that nests deeper than the stack has its words all the same', async () => {
  users().reply(400, `${'['.repeat(200_000)}"deep"${']'.repeat(200_000)}`, {
    'content-type': 'application/json',
  });
  expect(await failure()).toMatchObject({ name: 'Refused', words: 'deep' });
});

for (const spelling of ['p4ss "word', 'p4ss+%22word', 'p4ss%20%22word', 'p4ss \\"word']) {
  test(`a refusal that repeats what was sent shows neither token nor password: ${spelling}`, async () => {
    users().reply(400, { sent: 'Bearer t0ken', body: `(${spelling})` });
    await expect(createUser(client, { ...USER, password: 'p4ss "word' })).rejects.toMatchObject({
      words: 'Bearer [hidden] | ([hidden])',
      message: 'createUser is refused with 400: Bearer [hidden] | ([hidden])',
    });
  });
}

test('a secret that is part of another one does not uncover the rest of it', async () => {
  users().reply(400, 't0ken-and-more');
  await expect(createUser(client, { ...USER, password: 't0ken-and-more' })).rejects.toMatchObject({
    words: '[hidden]',
  });
});

test('an empty password hides nothing', async () => {
  users().reply(400, 'password is empty');
  await expect(createUser(client, { ...USER, password: '' })).rejects.toMatchObject({
    words: 'password is empty',
  });
});

test('a 451 where no form was asked for is WebFormRequired, with the address if there is one', async () => {
  users().reply(451, ENVELOPE, { Location: 'https://form.example/1' });
  expect(await failure()).toMatchObject({
    name: 'WebFormRequired',
    status: 451,
    url: 'https://form.example/1',
  });
  users().reply(451, 'for legal reasons');
  const error = await failure();
  expect(error).toBeInstanceOf(WebFormRequired);
  expect(error).toBeInstanceOf(Refused);
  expect(error).toMatchObject({ url: undefined, words: 'for legal reasons' });
});

test('the code WEB_FORM_REQUIRED is WebFormRequired with any status', async () => {
  users().reply(400, { errors: [{ code: 'OTHER' }, { code: 'WEB_FORM_REQUIRED' }] });
  expect(await failure()).toMatchObject({ name: 'WebFormRequired', status: 400 });
});
