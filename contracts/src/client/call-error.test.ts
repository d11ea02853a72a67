// What cannot be used is an error of the client: refusals, malformed answers, and no answer.
import { PassThrough } from 'node:stream';
import { inspect } from 'node:util';
import nock from 'nock';
import { expect, test } from 'vitest';
import {
  type Answer,
  AT_FORM,
  answering,
  type Call,
  CREATE_PATH,
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
  SUBMIT_PATH,
  USER,
  withoutNetwork,
} from '../../../src/test-support/client-calls.ts';
import { clientToken, createUser, getClientConfiguration, userToken } from './access-calls.ts';
import { NoAnswer, Refused } from './call-error.ts';
import { type Client, createClient } from './client.ts';
import * as v1 from './v1.ts';
import * as v2 from './v2.ts';

withoutNetwork();

// What cannot be used: the call, the answer, and the name and content of the error.

const user: Call = (by) => createUser(by, USER);
const importV1: Call = (by) => v1.openImportForm(by, IMPORT_V1);
const importV2: Call = (by) => v2.openImportForm(by, IMPORT_V2);
const malformed = (fault: string) => ({ name: 'MalformedAnswer', fault });
const refused = (words: string, requestId?: string) => ({ name: 'Refused', words, requestId });
const NO_LOCATION = malformed('the location header has no absolute http or https address');
const LONG_ID = malformed('id has more digits than a JavaScript number keeps');

const failures: readonly (readonly [Call, Answer, object])[] = [
  ...[301, 302, 303, 307, 308].map(
    (status) => [user, [status, '', AT_FORM], malformed('it is a redirect, which is not followed')] as const,
  ),
  [user, [201, '{"id":"u-1","pass'], malformed('the body is not JSON')],
  [user, [201, '<html>created</html>'], malformed('the body is not JSON')],
  [user, [201, ''], malformed('the body is empty')],
  [user, [204], malformed('the body is empty')],
  [user, [201, 'null'], malformed('id is missing')],
  [user, [201, [USER]], malformed('id is missing')],
  [user, [201, { id: 7 }], malformed('id is a number')],
  [user, [201, { id: '' }], malformed('id is empty')],
  [
    (by) => clientToken(by, CREDENTIALS),
    [200, { token_type: 'bearer', expires_in: '3600' }],
    malformed('access_token is missing, expires_in is text'),
  ],
  [
    getClientConfiguration,
    [200, { isAutoCategorizationEnabled: 'yes' }],
    malformed('isAutoCategorizationEnabled is text'),
  ],
  ...[undefined, '', '/forms/1', 'form.example/1', 'javascript:alert(1)'].map(
    (location) =>
      [importV1, [451, ENVELOPE, location === undefined ? {} : { location }], NO_LOCATION] as const,
  ),
  ...[200, 201].map(
    (status) =>
      [importV1, [status, { id: 1 }, AT_FORM], malformed(`the status is ${status}, not 451`)] as const,
  ),
  ...['9007199254740993', '-9007199254740993'].map(
    (id) => [(by: Client) => v1.createMoneyTransfer(by, PAYMENT_V1), [201, `{"id":${id}}`], LONG_ID] as const,
  ),
  [importV2, [201, { ...FORM, url: null }, AT_FORM], malformed('url is null')],
  [importV2, [201, { url: '/forms/1' }, AT_FORM], malformed('url is not an absolute http or https address')],
  [importV2, [201, FORM.url, AT_FORM], malformed('the body is not JSON')],
  [importV2, [200, FORM, AT_FORM], malformed('the status is 200, not 201')],
  [
    (by) => v2.openPaymentForm(by, PAYMENT_V2),
    [202, FORM],
    { ...malformed('the status is 202, not 201'), operation: 'createStandalonePayment' },
  ],
  [importV1, [400, { errors: [{ code: 'X' }], requestId: 'r-1' }], refused('X | r-1', 'r-1')],
  [user, [401, { error: 'invalid_token', error_description: 'expired' }], refused('invalid_token | expired')],
  [user, [409, '"already exists"'], refused('already exists')],
  [user, [502, '<h1>Bad\ngateway</h1>'], refused('<h1>Bad\ufffdgateway</h1>')],
  [user, [500, '{"errors":[{"mess'], refused('{"errors":[{"mess')],
  [user, [400, { requestId: 7 }], refused('')],
  [user, [503], refused('')],
  [user, [400, `${'['.repeat(200_000)}"deep"${']'.repeat(200_000)}`], refused('deep')],
  [user, [451, ENVELOPE, AT_FORM], { name: 'WebFormRequired', status: 451, url: FORM.url }],
  [user, [451, 'for legal reasons'], { name: 'WebFormRequired', url: undefined, words: 'for legal reasons' }],
  [user, [400, { errors: [{}, { code: 'WEB_FORM_REQUIRED' }] }], { name: 'WebFormRequired', status: 400 }],
  [importV2, [451, ENVELOPE, AT_FORM], { name: 'WebFormRequired', url: FORM.url }],
  // Nothing that was sent, in any spelling.
  ...['p4ss "word', 'p4ss+%22word', 'p4ss%20%22word', 'p4ss \\"word'].map(
    (word) =>
      [
        user,
        [400, { sent: 'Bearer t0ken', body: `(${word})` }],
        refused('Bearer [hidden] | ([hidden])'),
      ] as const,
  ),
  [(by) => createUser(by, { password: 't0ken-and-more' }), [400, 't0ken-and-more'], refused('[hidden]')],
  [(by) => createUser(by, { password: '' }), [400, 'password is empty'], refused('password is empty')],
  [
    (by) => userToken(by, CREDENTIALS),
    [401, { sent: `s&13, pä=1 and ${PASSWORD}` }],
    refused(
      '[hidden], [hidden] and grant_type=password&client_id=c+1&client_secret=[hidden]&username=u-1&password=[hidden]',
    ),
  ],
];

test('what cannot be used is an error that names its call, is not repeated, and shows no address', async () => {
  for (const [call, answer, due] of failures) {
    const sent = answering(answer, [201, USER]);
    const error = await failureOf(call(client));
    expect(error, JSON.stringify(answer).slice(0, 200)).toMatchObject({ status: answer[0], ...due });
    expect(sent).toHaveLength(1);
    expect(String(error)).not.toContain(FORM.url);
    nock.cleanAll();
  }
});

test('a refusal says its words in the message, cut where they are long, and finds them in any case', async () => {
  answering([400, `Already Exists ${'x'.repeat(5000)}`]);
  const error = await failureOf(user(client));
  expect(error).toHaveProperty(
    'message',
    `createUser is refused with 400: Already Exists ${'x'.repeat(184)}…`,
  );
  expect(error instanceof Refused && [error.says('already exists'), error.says('does not')]).toEqual([
    true,
    false,
  ]);
  answering([201, { id: 7 }]);
  await expect(user(client)).rejects.toThrow('createUser has a malformed answer: id is a number');
});

// A V1 payment is two calls: what fails after the first names the payment that is there.

const payment: Call = (by) => v1.openPaymentForm(by, PAYMENT_V1);

test('a V1 payment is created and then submitted by the id that it got', async () => {
  const sent = answering([201, PAYMENT], [451, ENVELOPE, AT_FORM]);
  expect(await v1.openPaymentForm(client, PAYMENT_V1, 'FINTS_SERVER')).toEqual({ url: FORM.url });
  expect(sent.map(({ url, body }) => [new URL(url).pathname, JSON.parse(body)])).toEqual([
    [CREATE_PATH, PAYMENT_V1],
    [SUBMIT_PATH, { paymentId: PAYMENT.id, interface: 'FINTS_SERVER' }],
  ]);
});

test('a V1 payment that is not created is not submitted, and one that is not submitted is named', async () => {
  const steps: [Answer[], object][] = [
    [
      [[400, ENVELOPE]],
      { name: 'WebFormRequired', operation: 'createMoneyTransferV1', paymentId: undefined },
    ],
    [[[400, {}]], { name: 'Refused', operation: 'createMoneyTransferV1', paymentId: undefined }],
    [[[201, { id: '501' }]], { name: 'MalformedAnswer', fault: 'id is text' }],
    [[[201, PAYMENT], [500]], { name: 'Refused', operation: 'submitPaymentV1', paymentId: PAYMENT.id }],
    [
      [[201, PAYMENT], [451]],
      { name: 'MalformedAnswer', operation: 'submitPaymentV1', paymentId: PAYMENT.id },
    ],
  ];
  for (const [answers, due] of steps) {
    const sent = answering(...answers, [451, ENVELOPE, AT_FORM]);
    expect(await failureOf(payment(client))).toMatchObject(due);
    expect(sent).toHaveLength(answers.length);
    nock.cleanAll();
  }
});

// No answer, or none that ends.

const users = () => nock(SERVICE.accessUrl).post('/users');
const hasty = createClient({ ...SERVICE, timeLimit: 30 }, 't0ken');

test('no whole answer within the time limit is TimedOut, which is a NoAnswer', async () => {
  users().reply(() => new Promise(() => undefined));
  const error = await failureOf(user(hasty));
  expect(error).toBeInstanceOf(NoAnswer);
  expect(error).toMatchObject({
    name: 'TimedOut',
    timeLimit: 30,
    message: 'createUser has no answer (none within 0.03 s)',
  });
  users().reply(201, () => new PassThrough(), { 'content-length': '50' });
  expect(await failureOf(user(hasty))).toMatchObject({ name: 'TimedOut' });
});

test('a connection that fails or breaks off is NoAnswer with its code, is not repeated, and shows no secret', async () => {
  users().replyWithError(Object.assign(new Error('t0ken'), { code: 'ECONNRESET' }));
  const again = users().reply(201, USER);
  expect(await failureOf(user(client))).toMatchObject({
    name: 'NoAnswer',
    message: 'createUser has no answer (ECONNRESET)',
  });
  expect(again.isDone()).toBe(false);
  nock.cleanAll();
  const broken = new PassThrough();
  setTimeout(() => broken.destroy(new Error('cut')), 5);
  users().reply(201, () => broken, { 'content-length': '50' });
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
