// The verb `export` writes every documented call; that Newman runs the collection is tested in src/build/interop.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import { callVerb, callVerbIn } from '../test-support/call-verb.ts';
import { exportCommand } from './export.ts';

const OPERATIONS = Object.keys(operations);

interface Request {
  readonly method: string;
  readonly url: { readonly raw: string };
  readonly header: readonly { readonly key: string; readonly value: string }[];
  readonly body?: {
    readonly raw?: string;
    readonly urlencoded?: readonly { readonly key: string; readonly value: string }[];
  };
}
interface Item {
  readonly name: string;
  readonly event: readonly { readonly listen: string; readonly script: { readonly exec: string[] } }[];
  readonly request: Request;
  readonly response: readonly { readonly name: string; readonly code: number; readonly body: string }[];
}

async function exported(...args: string[]) {
  return callVerbIn(exportCommand(), args);
}

async function collection() {
  const { folder, ...called } = await exported('--postman', 'a/bank.json');
  expect(called).toEqual({ exitCode: 0, stdout: 'a/bank.json\n', stderr: '' });
  const text = readFileSync(join(folder, 'a/bank.json'), 'utf8');
  const { item: folders, ...rest } = JSON.parse(text);
  const items: Item[] = folders.flatMap(({ item }: { item: Item[] }) => item);
  return { text, items, info: rest.info, variable: rest.variable };
}

const EXPIRED = { errors: [{ message: 'The access token has expired.', code: 'EXAMPLE', type: 'BUSINESS' }] };

test('the collection calls every operation, a token and a user before what needs them', async () => {
  const { items, info, text } = await collection();
  expect(info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
  const names = items.map(({ name }) => name);
  const called = new Set(names.map((name) => name.split(' ')[0]));
  expect([...called].toSorted()).toEqual(OPERATIONS.toSorted());
  expect(names.slice(0, 3)).toEqual(['createToken of the client', 'createUser', 'createToken of the user']);
  expect(names.filter((name) => name.startsWith('createNotificationRule '))).toHaveLength(
    triggerEvents.length,
  );
  expect((await collection()).text).toBe(text);
});

test('what a run fills in and what is secret is a variable, and the rest is the documented example', async () => {
  const { items, variable } = await collection();
  const bodyOf = (name: string) => items.find((item) => item.name === name)?.request;
  expect(bodyOf('createToken of the user')?.body?.urlencoded).toEqual([
    { key: 'grant_type', value: 'password' },
    { key: 'client_id', value: '{{clientId}}' },
    { key: 'client_secret', value: '{{clientSecret}}' },
    { key: 'username', value: '{{userId}}' },
    { key: 'password', value: '{{userPassword}}' },
  ]);
  expect(JSON.parse(bodyOf('createUser')?.body?.raw ?? '')).toEqual({
    ...{ id: '{{userId}}', password: '{{userPassword}}', email: 'user@example.com' },
    ...{ phone: '+49 30 901820', isAutoUpdateEnabled: true },
  });
  expect(bodyOf('submitPaymentV1')?.body?.raw).toBe(
    '{\n  "paymentId": {{paymentId}},\n  "interface": "XS2A"\n}',
  );
  expect(bodyOf('createStandalonePayment')?.body?.raw).toContain('"executionDate": "{{executionDate}}"');
  expect(bodyOf('createStandalonePayment')?.url.raw).toBe('{{webFormUrl}}/api/webForms/standalonePayment');
  expect(bodyOf('submitPaymentV1')?.url.raw).toBe('{{accessUrl}}/api/v1/payments/submit');
  const tokens = items.map(
    ({ request: { header } }) => header.find(({ key }) => key === 'authorization')?.value,
  );
  expect(tokens).toEqual([
    ...[undefined, 'Bearer {{clientToken}}', undefined, 'Bearer {{clientToken}}'],
    ...Array(items.length - 4).fill('Bearer {{userToken}}'),
  ]);
  const used = new Set(JSON.stringify(items).match(/(?<=\{\{)\w+(?=\}\})/g));
  expect([...used].sort()).toEqual(variable.map(({ key }: { key: string }) => key).sort());
  expect(JSON.stringify(items.map(({ request }) => request))).not.toMatch(
    /example-(client|secret|user|password|access)|2026-\d\d-\d\d/,
  );
});

test('each call is checked for its documented status, and for the address of the web form where one is due', async () => {
  const { items } = await collection();
  const checks = items.map(({ name, event }) => [
    name.split(' ')[0],
    event.flatMap(({ script }) => script.exec.flatMap((line) => /^pm\.test\('(.*?)'/.exec(line)?.[1] ?? [])),
  ]);
  expect(Object.fromEntries(checks)).toEqual({
    ...Object.fromEntries(OPERATIONS.map((name) => [name, ['the status is 2XX']])),
    importBankConnectionV1: ['the status is 451', 'location is an address'],
    submitPaymentV1: ['the status is 451', 'location is an address'],
    createBankConnectionImport: ['the status is 201', 'url is an address', 'there is no location'],
    createStandalonePayment: ['the status is 201', 'url is an address', 'there is no location'],
  });
});

test('each call has its documented answers as examples', async () => {
  const { items } = await collection();
  const examplesOf = (name: string) => items.find((item) => item.name === name)?.response ?? [];
  expect(examplesOf('importBankConnectionV1').map(({ name, code }) => [name, code])).toEqual([
    ...[
      ['minimal', 451],
      ['full', 451],
      ['an-unknown-extra-field', 451],
      ['refused', 400],
    ],
  ]);
  expect(JSON.parse(examplesOf('createStandalonePayment')[1]?.body ?? '')).toMatchObject({
    type: 'STANDALONE_PAYMENT',
    status: 'NOT_YET_OPENED',
  });
  expect(examplesOf('createNotificationRule bankLoginError').map(({ name }) => name)).toEqual([
    ...['bankLoginErrorFull', 'an-unknown-extra-field', 'refused'],
  ]);
  expect(JSON.parse(examplesOf('createUser')[3]?.body ?? '')).toEqual(EXPIRED);
});

test('WireMock gets a mapping for every fixture, the first of an operation for calls that ask for none', async () => {
  const { folder, stdout } = await exported('--wiremock', 'wm');
  expect(stdout).toBe('wm/mappings\n');
  const names = readdirSync(join(folder, 'wm/mappings'));
  const fixtures = join(import.meta.dirname, '../../contracts/generated/fixtures');
  expect(names.toSorted()).toEqual(
    OPERATIONS.flatMap((id) => readdirSync(join(fixtures, id)).map((file) => `${id}-${file}`)).toSorted(),
  );
  const mappings = names.map((name) => JSON.parse(readFileSync(join(folder, 'wm/mappings', name), 'utf8')));
  const asked = mappings.filter(({ request }) => request.headers);
  expect(asked.map(({ priority }) => priority)).toEqual(Array(mappings.length - OPERATIONS.length).fill(1));
  const unasked = mappings.filter(({ request }) => !request.headers);
  expect(unasked.map(({ name }) => name.split(' ')[0]).toSorted()).toEqual(OPERATIONS.toSorted());
  expect(unasked.filter(({ priority }) => priority !== undefined)).toEqual([]);
  const first = (id: string) => unasked.find(({ name }) => name.startsWith(`${id} `));
  expect(first('importBankConnectionV1')).toMatchObject({
    request: { method: 'POST', urlPath: '/api/v1/bankConnections/import' },
    response: {
      status: 451,
      headers: { location: expect.stringMatching(/^https:/) },
      jsonBody: { errors: [{ code: 'WEB_FORM_REQUIRED' }] },
    },
  });
  expect(first('createBankConnectionImport')).toMatchObject({
    request: { method: 'POST', urlPath: '/api/webForms/bankConnectionImport' },
    response: { status: 201, jsonBody: { url: expect.stringMatching(/^https:/) } },
  });
  expect(first('createBankConnectionImport').response.headers).not.toHaveProperty('location');
  expect(asked.find(({ name }) => name === 'createUser refused')).toMatchObject({
    request: { headers: { prefer: { contains: 'example=refused' } } },
    response: { status: 400, headers: { 'content-type': 'application/json' }, jsonBody: EXPIRED },
  });
});

test('both at once are two lines; nothing to write is 64, and a place that cannot be written to is 2', async () => {
  expect(await callVerb(exportCommand(), ['--postman', 'a.json', '--wiremock', '.'])).toEqual({
    exitCode: 0,
    stdout: 'a.json\nmappings\n',
    stderr: '',
  });
  expect(await callVerb(exportCommand(), [])).toEqual({
    exitCode: 64,
    stdout: '',
    stderr: 'Say what to write: --postman FILE, --wiremock FOLDER, or both.\n',
  });
  const { exitCode, stderr } = await callVerb(exportCommand(), ['--wiremock', 'file'], { file: '' });
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringMatching(/^The files cannot be written to \S+ \(ENOTDIR\); name another folder\.\n$/),
  ]);
});
