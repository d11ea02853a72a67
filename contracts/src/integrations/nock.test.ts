// The scopes answer as the fixtures say, over the real nock, and only calls that are documented.
import nock from 'nock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { contractScopes } from './nock.entry.ts';
import { matchers } from './vitest.entry.ts';

expect.extend(matchers);

/** What nock says to a call that no scope is there for. */
const UNANSWERED = 501;

const urls = { accessUrl: 'https://api.example/bank/', webFormUrl: 'https://forms.example' };
const service = contractScopes(nock, urls);

beforeEach(() => {
  nock.disableNetConnect();
});
afterEach(() => {
  nock.cleanAll();
  nock.enableNetConnect();
});

const post = (url: string) => fetch(url, { method: 'POST', body: '{}', redirect: 'manual' });

test('a web form gets 201, a V1 flow 451 with its location, and a refused call a number as its status', async () => {
  service.createStandalonePayment();
  const form = await post('https://forms.example/api/webForms/standalonePayment');
  await expect(form).toMatchContract('createStandalonePayment', 201);
  service.importBankConnectionV1('full');
  const needed = await post('https://api.example/bank/api/v1/bankConnections/import');
  await expect(needed).toMatchContract('importBankConnectionV1', 451);
  service.createUser('refused');
  expect((await post('https://api.example/bank/users')).status).toBe(400);
});

test('a scope is one of nock: it answers once, or as long as it persists', async () => {
  const scope: nock.Scope = service.getClientConfiguration();
  const url = 'https://api.example/bank/clientConfiguration';
  await expect(await fetch(url)).toMatchContract('getClientConfiguration', '2XX');
  expect(scope.isDone()).toBe(true);
  expect((await fetch(url)).status).toBe(UNANSWERED);
  service.getClientConfiguration('full').persist();
  for (const _ of [1, 2])
    expect(await (await fetch(url)).json()).toMatchObject({ isAutoCategorizationEnabled: true });
});

test('a fixture that there is not is refused, when it is compiled and when it is called', () => {
  // @ts-expect-error there is no such fixture
  expect(() => service.createUser('huge')).toThrow(/huge.*minimal, full/);
  // @ts-expect-error there is no such operation
  expect(() => service.deleteUser()).toThrow();
  expect(Object.keys(service)).toEqual(Object.keys(operations));
});
