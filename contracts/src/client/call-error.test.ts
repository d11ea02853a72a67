// What cannot be used is an error of the client: refusals, malformed answers, and no answer. nock answers in place of a service.
import { PassThrough, Readable } from 'node:stream';
import { inspect } from 'node:util';
import nock from 'nock';
import { expect, test } from 'vitest';
import {
  type Answer,
  AT_FORM,
  answering,
  type Call,
  CREDENTIALS,
  client,
  ENVELOPE,
  FORM,
  failureOf,
  IMPORT_V1,
  IMPORT_V2,
  PASSWORD,
  PAYMENT,
  PAYMENT_V1,
  PAYMENT_V2,
  SERVICE,
  USER,
  withoutNetwork,
} from '../../../src/test-support/client-calls.ts';
import { clientToken, createUser, getClientConfiguration, userToken } from './access-calls.ts';
import { Refused } from './call-error.ts';
import { createClient } from './client.ts';
import * as v1 from './v1.ts';
import * as v2 from './v2.ts';

withoutNetwork();

const user: Call = (by) => createUser(by, USER);
const importV1: Call = (by) => v1.openImportForm(by, IMPORT_V1);
const importV2: Call = (by) => v2.openImportForm(by, IMPORT_V2);
const deep = `${'['.repeat(200_000)}"deep"${']'.repeat(200_000)}`;

/** What cannot be used, by the name of its error; what each error says is in screens/call-errors.txt. */
const failures: Readonly<Record<string, readonly (readonly [call: Call, ...Answer])[]>> = {
  MalformedAnswer: [
    ...[301, 308].map((status) => [user, status, '', AT_FORM] as const),
    [user, 201, '{"id":"u-1","pass'],
    [user, 201, ''],
    [user, 201, 'null'],
    [user, 201, { id: 7 }],
    [(by) => clientToken(by, CREDENTIALS), 200, { token_type: 'bearer', expires_in: '3600' }],
    [getClientConfiguration, 200, { isAutoCategorizationEnabled: 'yes' }],
    [importV1, 451, ENVELOPE],
    ...['', '/forms/1', 'javascript:alert(1)'].map(
      (location) => [importV1, 451, ENVELOPE, { location }] as const,
    ),
    [importV1, 200, { id: 1 }, AT_FORM],
    [(by) => v1.createMoneyTransfer(by, PAYMENT_V1), 201, '{"id":9007199254740993}'],
    [importV2, 201, { ...FORM, url: null }, AT_FORM],
    [importV2, 201, FORM.url, AT_FORM],
    [importV2, 200, FORM, AT_FORM],
    [(by) => v2.openPaymentForm(by, PAYMENT_V2), 202, FORM],
  ],
  Refused: [
    [importV1, 400, { errors: [{ code: 'X' }], requestId: 'r-1' }],
    [user, 401, { error: 'invalid_token', error_description: 'expired' }],
    [user, 409, '"already exists"'],
    [user, 502, '<h1>Bad\ngateway</h1>'],
    [user, 500, '{"errors":[{"mess'],
    [user, 400, deep],
    [user, 400, `long ${'x'.repeat(300)}`],
    // Nothing that was sent, in any spelling.
    ...['p4ss "word', 'p4ss+%22word', 'p4ss%20%22word', 'p4ss \\"word'].map(
      (word) => [user, 400, { sent: 'Bearer t0ken', body: `(${word})` }] as const,
    ),
    [(by) => createUser(by, { password: 't0ken-and-more' }), 400, 't0ken-and-more'],
    [(by) => createUser(by, { password: '' }), 400, 'password is empty'],
    [(by) => userToken(by, CREDENTIALS), 401, { sent: `s&13, pä=1 and ${PASSWORD}` }],
    // A web form where none was asked for.
    [user, 451, ENVELOPE, AT_FORM],
    [importV2, 451, ENVELOPE, AT_FORM],
  ],
};

test('what cannot be used is an error that names its call, is not repeated, and shows no address', async () => {
  let screen = '';
  for (const [name, rows] of Object.entries(failures))
    for (const [call, ...answer] of rows) {
      const sent = answering(answer, [201, USER]);
      const error = await failureOf(call(client));
      expect(error).toMatchObject({ name, status: answer[0] });
      expect(sent).toHaveLength(1);
      expect(String(error)).not.toContain(FORM.url);
      const body = JSON.stringify(answer[1]) ?? '';
      screen += `${answer[0]} ${body.slice(0, 80)}\n    ${error}\n`;
      if (error instanceof Refused) {
        const { words, requestId } = error;
        screen += `    ${JSON.stringify({ words: words.slice(0, 120), requestId })}\n`;
      }
      nock.cleanAll();
    }
  await expect(screen).toMatchFileSnapshot('screens/call-errors.txt');
});

// A V1 payment is two calls: what fails after the first names the payment that is there.

const steps: [answers: Answer[], due: object][] = [
  [[[400, ENVELOPE]], { name: 'Refused', operation: 'createMoneyTransferV1', paymentId: undefined }],
  [[[201, { id: '501' }]], { name: 'MalformedAnswer' }],
  [[[201, PAYMENT], [500]], { name: 'Refused', operation: 'submitPaymentV1', paymentId: PAYMENT.id }],
  [[[201, PAYMENT], [451]], { name: 'MalformedAnswer', operation: 'submitPaymentV1', paymentId: PAYMENT.id }],
];
test('a V1 payment that is not created is not submitted, and one that is not submitted is named', async () => {
  for (const [answers, due] of steps) {
    const sent = answering(...answers, [451, ENVELOPE, AT_FORM]);
    expect(await failureOf(v1.openPaymentForm(client, PAYMENT_V1))).toMatchObject(due);
    expect(sent).toHaveLength(answers.length);
    nock.cleanAll();
  }
});

// No answer, or none that ends.

const users = () => nock(SERVICE.accessUrl).post('/users');
const hasty = createClient({ ...SERVICE, timeLimit: 30 }, 't0ken');

test('no whole answer within the time limit is NoAnswer, which says so', async () => {
  users().reply(() => new Promise(() => undefined));
  const late = { name: 'NoAnswer', message: expect.stringContaining('0.03 s') };
  expect(await failureOf(user(hasty))).toMatchObject(late);
  users().reply(201, () => new PassThrough(), { 'content-length': '50' });
  expect(await failureOf(user(hasty))).toMatchObject(late);
});

test('a connection that fails or breaks off is NoAnswer with its code, is not repeated, and shows no secret', async () => {
  users().replyWithError(Object.assign(new Error('t0ken'), { code: 'ECONNRESET' }));
  const again = users().reply(201, USER);
  const failed = { name: 'NoAnswer', message: expect.stringContaining('ECONNRESET') };
  expect(await failureOf(user(client))).toMatchObject(failed);
  expect(again.isDone()).toBe(false);
  nock.cleanAll();
  const cut = () =>
    Readable.from(
      (function* () {
        yield '{"id"';
        throw new Error('cut');
      })(),
    );
  users().reply(201, cut, { 'content-length': '50' });
  expect(await failureOf(user(client))).toMatchObject({ name: 'NoAnswer' });
  nock(SERVICE.accessUrl).post(/./).replyWithError('no route to /oauth/token?client_secret=s%2613');
  const inQuery = createClient({ ...SERVICE, tokenEncoding: 'query' });
  const error = await failureOf(clientToken(inQuery, CREDENTIALS));
  expect(inspect(error, { showHidden: true, depth: 9 })).not.toMatch(/s%2613|s&13/);
});

test('a body that no JSON can hold is the own error of the engine, and nothing is sent', async () => {
  const circular: Record<string, unknown> = {};
  circular['email'] = circular;
  await expect(createUser(client, circular)).rejects.toThrow(RangeError);
});
