/** A target behind URLs gives each case a user of its own, and the forms of both flows are compared. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noSeams } from '../../sandbox/seams.ts';
import { storedFormFindings } from '../cases/stored-forms.ts';
import type { Started } from './mock-target.ts';
import { startSandboxInProcess, startSandboxTarget } from './sandbox-target.ts';

let sandbox: Started;

beforeAll(async () => {
  sandbox = await startSandboxTarget();
});

afterAll(() => sandbox.stop());

test('each session has a user of its own, and its tokens are its own', async () => {
  const [one, two] = [await sandbox.target.session(), await sandbox.target.session()];
  expect(one.values.userName).not.toBe(two.values.userName);
  expect(await one.token('user')).not.toBe(await one.token('other user'));
  expect(await one.token('user')).toBe(await one.token('user'));
  expect(await one.token('nobody')).toBeUndefined();
  expect(await one.token('user anew')).not.toBe(await one.token('user'));
});

test('nothing is asked of the target before a call needs it', async () => {
  const asked: string[] = [];
  const { target, stop } = await startSandboxInProcess({
    seams: {
      ...noSeams,
      answer: (answer, { operationId }) => {
        asked.push(operationId);
        return answer;
      },
    },
  });
  const session = await target.session();
  await session.token('stranger');
  expect(asked).toEqual([]);
  await session.createUser();
  await session.createUser();
  expect(asked).toEqual(['createToken', 'createUser']);
  await session.token('user');
  await session.token('client');
  expect(asked).toEqual(['createToken', 'createUser', 'createToken']);
  await stop();
});

test('a field that the stored V2 form lost is found', async () => {
  const forms = [{ bankId: 280001, name: 'My test bank' }, { bank: { id: 280001 } }];
  const control = { storedForm: async () => forms.shift() };
  const request = { method: 'POST', url: '/', headers: {} };
  const url = 'https://webform.example/1';
  const v1 = { status: 451, headers: { location: url } };
  const v2 = { status: 201, headers: {}, body: { json: { url } } };
  const findings = await storedFormFindings(
    control,
    'MIGRATION-NAME',
    { flow: 'import', v1: {} },
    [v1, v2].map((response) => ({ request, response })),
  );
  expect(findings.map(({ clause, pointer }) => `${clause} ${pointer}`)).toEqual([
    'MIGRATION-NAME /stored/bankConnectionName',
  ]);
});
