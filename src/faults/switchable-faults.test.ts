// A sandbox that runs is given faults and relieved of them by their ids.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSandboxInProcess } from '../runner/session/sandbox-target.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { FaultError, type HookContext, noHooks } from '../sandbox/fault-hooks.ts';
import { SandboxCaller } from '../test-support/sandbox-caller.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { rule, UpdateRunner, worldOf } from '../test-support/update-runner.ts';
import type { Fault } from './fault.ts';
import { chosenSwitch, faultSwitch } from './switchable-faults.ts';

const faults: Fault[] = [
  {
    id: 'TEAPOT',
    clause: 'AUTH-TOKEN-CALL',
    says: 'answers with 418',
    hooks: () => ({ answer: (answer) => ({ ...answer, status: 418 }) }),
  },
  {
    id: 'HEADER',
    clause: 'AUTH-TOKEN-CALL',
    says: 'adds a header',
    hooks: () => ({ answer: (answer) => ({ ...answer, headers: { 'x-fault': String(answer.status) } }) }),
  },
];

function switched() {
  const loads: number[] = [];
  const made = faultSwitch(async () => {
    loads.push(1);
    return faults;
  });
  return { loads, sandbox: new SandboxCaller({ faults: made }) };
}

const choose = (sandbox: SandboxCaller, ids: object | string) => sandbox.control('PUT', '/faults', ids);
const listed = async (sandbox: SandboxCaller) => (await sandbox.control('GET', '/faults')).json;
const chosen = async (sandbox: SandboxCaller) => (await listed(sandbox)).map(({ id }: Fault) => id);
const called = (sandbox: SandboxCaller) => sandbox.operate('createToken');

test('faults are put on, several at once in their order, listed once each, and off again', async () => {
  const { sandbox, loads } = switched();
  expect((await called(sandbox)).status).toBe(400);
  expect([await chosen(sandbox), loads]).toEqual([[], []]);
  expect((await choose(sandbox, ['TEAPOT', 'HEADER'])).status).toBe(204);
  expect(await called(sandbox)).toMatchObject({ status: 418, headers: { 'x-fault': '418' } });
  await choose(sandbox, ['HEADER', 'TEAPOT', 'HEADER']);
  expect(await called(sandbox)).toMatchObject({ status: 418, headers: { 'x-fault': '400' } });
  expect(await chosen(sandbox)).toEqual(['HEADER', 'TEAPOT']);
  await choose(sandbox, []);
  expect((await called(sandbox)).status).toBe(400);
  expect([await chosen(sandbox), loads]).toEqual([[], [1]]);
});

test('how often each fault changed something is counted, and a call names those that changed its response', async () => {
  const sandbox = new SandboxCaller({ faults: await chosenSwitch([], String) });
  await choose(sandbox, ['FORM-URL-MISSING', 'MORE-IN-EVERY-OBJECT', 'MESSAGE-CALLBACK-HANDLE-MISSING']);
  await sandbox.asUser('createStandalonePayment', {});
  const { requests } = (await sandbox.control('GET', '/requests')).json;
  const MORE = 'MORE-IN-EVERY-OBJECT';
  expect(requests.map(({ faults }: { faults?: object }) => faults)).toEqual([
    [MORE],
    [MORE],
    [MORE],
    ['FORM-URL-MISSING', MORE],
  ]);
  expect(await listed(sandbox)).toMatchObject([
    { id: 'FORM-URL-MISSING', clause: 'V2-FORM-URL', used: 1 },
    { id: MORE, used: 4, says: expect.stringMatching(/^adds an undocumented field/) },
    { id: 'MESSAGE-CALLBACK-HANDLE-MISSING', used: 0 },
  ]);
  expect((await listed(sandbox))[1]).not.toHaveProperty('clause');
  await choose(sandbox, ['FORM-URL-MISSING']);
  expect(await listed(sandbox)).toMatchObject([{ used: 0 }]);
});

test('a delivery names the faults that changed its message, its update or how it was posted', async () => {
  const rules = ['a', 'b'].map((handle) => ({
    ...rule(handle, 'NEW_ACCOUNT_BALANCE'),
    includeDetails: false,
  }));
  const sandbox = new UpdateRunner(worldOf(rules), { faults: await chosenSwitch([], String) });
  const sent = async (...ids: string[]) => {
    await choose(sandbox, ids);
    const update = await sandbox.update({ accounts: [{ accountId: 101, newBalance: 900 + ids.length }] });
    const { deliveries } = await sandbox.deliveries({ settled: true });
    return [update.faults, ...deliveries.slice(-update.queued).map(({ faults }) => faults)];
  };
  const [unasked, missing, twice] = [
    'DETAILS-UNASKED',
    'MESSAGE-CALLBACK-HANDLE-MISSING',
    'POST-WITH-THE-FIRST-ITEM-TWICE',
  ];
  expect(await sent()).toEqual([undefined, undefined, undefined]);
  expect(await sent(missing, 'FORM-URL-MISSING')).toEqual([undefined, [missing], [missing]]);
  const all = [unasked, twice, missing];
  expect(await sent(missing, unasked, twice)).toEqual([[unasked], all, all, all, all]);
});

test.each([
  ['TEAPOTS', 'did you mean TEAPOT?'],
  ['pot', 'did you mean TEAPOT?'],
  ['NOPE', 'explain --faults lists them'],
  ['', 'explain --faults lists them'],
  ['HEADER,TEAPOT', 'separate several by blanks'],
])('the unknown fault %s changes nothing, and %s', async (id, help) => {
  const { sandbox } = switched();
  await choose(sandbox, ['TEAPOT']);
  expect(await choose(sandbox, ['HEADER', id])).toMatchObject({
    status: 400,
    json: { error: `unknown fault "${id}"; ${help}` },
  });
  expect(await called(sandbox)).toMatchObject({ status: 418 });
  expect(await chosen(sandbox)).toEqual(['TEAPOT']);
});

test('a clause in place of a fault gets the faults that break it', async () => {
  const { sandbox } = switched();
  for (const [id, error] of [
    [
      'auth-token-call',
      'AUTH-TOKEN-CALL is a clause, not a fault: what breaks it is TEAPOT, HEADER; explain AUTH-TOKEN-CALL says more',
    ],
    ['AUTH-GRANT-TYPE', 'AUTH-GRANT-TYPE is a clause, not a fault: no fault of a provider breaks it'],
  ])
    expect(await choose(sandbox, [id])).toMatchObject({ status: 400, json: { error } });
  await expect(chosenSwitch(['V2-FORM-URL'], String)).rejects.toThrow(
    /^--fault: V2-FORM-URL is a clause, not a fault: what breaks it is FORM-URL-MISSING, FORM-URL-RELATIVE, FORM-URL-OF-FTP; /,
  );
});

test('what is no list of texts is refused', async () => {
  const { sandbox } = switched();
  for (const body of [{}, '"TEAPOT"', [1]]) expect((await choose(sandbox, body)).status).toBe(400);
});

// A fault of one's own is refused where a slip of its author would leave the sandbox without any.

const GOOD = "id: 'MY-202', clause: 'V2-IMPORT-201', hooks: () => ({ answer: (answer) => answer })";

const ownFault = async (text: string) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'my-fault.mjs'), text);
  return chosenSwitch(['./my-fault.mjs'], (path) => join(folder, path));
};
/** A module whose fault has this hook. */
const ownHook = (hook: string) =>
  ownFault(`export default { id: 'MY-202', clause: 'V2-IMPORT-201', hooks: () => ({ ${hook} }) }`);

test('a module with a fault is one, beside those of the catalogue', async () => {
  const { choose } = await ownFault(`export default { ${GOOD} }`);
  expect(await choose(['MY-202', 'V1-IMPORT-STATUS-200'])).toBeUndefined();
});

const good = (from: string, to: string) => `export default { ${GOOD.replace(from, to)} }`;

test.each([
  ['export default 1', 'it has no id or no hooks()'],
  ['export const fault = 1', 'it has no id or no hooks()'],
  [good('V2-IMPORT-201', 'NOPE'), 'its clause is unknown'],
  [good('({ answer: (answer) => answer })', '5'), 'its hooks() returns no hook'],
  [good('answer:', 'anser:'), 'it has the unknown hook "anser"'],
  [good('MY-202', 'V1-IMPORT-STATUS-200'), 'has the id of another one'],
  ['export default {', 'cannot be loaded'],
  ["import './nowhere.mjs'; export default 1", 'cannot be loaded (it is not there, or what it imports)'],
])('%s', async (text, says) => {
  await expect(ownFault(text)).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringContaining(says),
  });
});

test('a fault of a mapping is wrong usage', async () => {
  const chosen = chosenSwitch(['MAPPED-IMPORT-BANK-ID-MISSING'], String);
  await expect(chosen).rejects.toMatchObject({ name: 'UsageError' });
  await expect(chosen).rejects.toThrow(/^--fault: unknown fault "MAPPED-IMPORT-BANK-ID-MISSING"; /);
});

// What a fault of one's own throws, or returns in place of what can be sent, is its own mistake.

test.each([
  ['answer: () => { throw new TypeError("x"); }', 'threw TypeError.'],
  ['response: (it) => ({ ...it, status: 99 })', 'a response that cannot be sent (status 99)'],
  [
    'response: (it) => ({ ...it, headers: { a: "b\\nc" } })',
    'a response that cannot be sent (the header "a")',
  ],
  ['response: (it) => ({ ...it, body: 7 })', 'a response that cannot be sent (a body that is not text)'],
  ['answer: () => undefined', 'from its hook answer.'],
  ['answer: (it) => ({ ...it, status: "200" })', 'a response that cannot be sent (status 200)'],
])('%s is named, answered with 500, and served on', async (hook, says) => {
  const { hooks } = await ownHook(hook);
  const failures: unknown[] = [];
  const sandbox = createSandbox({ hooks, onFailure: (error) => void failures.push(error) });
  const { accessUrl } = await sandbox.listen();
  onTestFinished(() => sandbox.close());
  for (let at = 0; at < 2; at++) expect((await fetch(`${accessUrl}/clientConfiguration`)).status).toBe(500);
  const due = { name: 'FaultError', message: expect.stringContaining(says) };
  expect(failures).toMatchObject([due, due]);
  expect(failures).toMatchObject([{ message: expect.stringMatching(/^The fault \.\/my-fault\.mjs /) }, due]);
});

test('a hook that decides may decide otherwise', async () => {
  const { hooks } = await ownHook('duplicate: (is) => !is');
  expect(hooks.duplicate(false, {} as HookContext)).toBe(true);
});

test('a bug of the sandbox is ours under a fault, too, and what the fault throws is named', async () => {
  const thrown = async (made: object) => {
    const { target, stop } = await startSandboxInProcess({ hooks: { ...noHooks, ...made } });
    onTestFinished(stop);
    return target.session().then((session) => session.token('client'));
  };
  // Outside the hook: the sandbox cannot read what it is given.
  await expect(thrown({ answer: () => undefined })).rejects.toThrow(TypeError);
  const { hooks } = await ownHook("answer: () => { throw new RangeError('x'); }");
  await expect(thrown(hooks)).rejects.toThrow(new FaultError('The fault ./my-fault.mjs threw RangeError.'));
});
