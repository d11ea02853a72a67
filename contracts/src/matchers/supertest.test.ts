// The matchers take what supertest gives, from a real server.
import { createServer, type RequestListener } from 'node:http';
import request from 'supertest';
import { expect, test } from 'vitest';
import needed from '../../generated/fixtures/submitPaymentV1/minimal.json' with { type: 'json' };
import { matchers } from './vitest.ts';

expect.extend(matchers);

const { status, headers, body } = needed.response;
const answering =
  (given: Record<string, string>, text: string): RequestListener =>
  (_, response) =>
    response.writeHead(status, given).end(text);

test('a 451 with its location matches, without it or with another body it does not', async () => {
  const good = createServer(answering(headers, JSON.stringify(body)));
  expect(await request(good).post('/')).toMatchContract('submitPaymentV1', 451);
  const bare = createServer(answering({ 'content-type': 'application/json' }, JSON.stringify(body)));
  expect(await request(bare).post('/')).not.toMatchContract('submitPaymentV1', 451);
  const empty = createServer(answering(headers, ''));
  expect(await request(empty).post('/')).not.toMatchContract('submitPaymentV1', 451);
});
