// The handlers answer as the fixtures say, over the real msw, and only calls that are documented.
import * as msw from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { contractHandlers } from './msw.entry.ts';
import { matchers } from './vitest.entry.ts';

expect.extend(matchers);

const urls = { accessUrl: 'https://api.example/bank/', webFormUrl: 'https://forms.example' };
const service = contractHandlers(msw, urls);
const server = setupServer(...Object.values(service).map((handler) => handler()));

beforeAll(() => server.listen({ onUnhandledFrame: () => expect.unreachable() }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const post = (url: string) => fetch(url, { method: 'POST', body: '{}', redirect: 'manual' });

test('a web form is answered with 201, a V1 flow with 451 and its location, each time', async () => {
  for (const _ of [1, 2]) {
    const form = await post('https://forms.example/api/webForms/standalonePayment');
    await expect(form).toMatchContract('createStandalonePayment', 201);
    const needed = await post('https://api.example/bank/api/v1/bankConnections/import');
    await expect(needed).toMatchContract('importBankConnectionV1', 451);
  }
});

test('a test replaces a handler by that of another fixture', async () => {
  const url = 'https://api.example/bank/clientConfiguration';
  server.use(service.getClientConfiguration('refused'));
  await expect(await fetch(url)).toMatchContract('getClientConfiguration', '4XX');
  server.resetHandlers();
  await expect(await fetch(url)).toMatchContract('getClientConfiguration', '2XX');
});

test('a call of another method or host is answered by none', async () => {
  for (const response of [
    await fetch('https://api.example/bank/users'),
    await post('https://api.example/users'),
  ])
    expect(response.statusText).toBe('Unhandled Exception');
});
