// What becomes of a pact that the provider breaks, and of one that cannot be judged.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PROJECT } from '../build/project.ts';
import { type Answer, type Sabotage, withSpoiltProvider } from '../test-support/spoilt-provider.ts';
import { pactPaths } from './pact-file.ts';
import { refusePactTarget } from './pact-provider.ts';
import { exitCodeOf, type PactReport, verifyPacts } from './verify-pact.ts';

const [ofAccess = '', ofWebForms = '', ofMessages = ''] = pactPaths();

function checked(pact: string, sabotage: Sabotage, options = {}): Promise<PactReport[]> {
  return withSpoiltProvider(
    sabotage,
    (path) => verifyPacts([pact], { chosenBy: 'target.yaml', path }),
    options,
  );
}

function violated(reports: readonly PactReport[]): string[] {
  const lines = reports.flatMap(({ lines }) => lines);
  return lines.flatMap((line) => /violated: .*\[(.*)\]/.exec(line)?.[1] ?? []).sort();
}

/** The verdicts and the exit code of a run. */
async function outcome(...run: Parameters<typeof checked>) {
  const reports = await checked(...run);
  return [...reports.map(({ verdict }) => verdict), exitCodeOf(reports)];
}

for (const pact of [ofAccess, ofWebForms, ofMessages]) {
  test(`a provider that is spoilt in nothing keeps ${pact.split('/').at(-1)}`, async () => {
    expect(await outcome(pact, () => {})).toEqual(['upheld', 0]);
  });
}

/** Changes the answers whose text has it. */
function text(from: string | RegExp, to: string): Sabotage {
  return (answer) => {
    answer.text = answer.text.replace(from, to);
  };
}
function status(of: number, to: number): Sabotage {
  return (answer) => {
    if (answer.status === of) answer.status = to;
  };
}
function location(of: (location: string) => string | undefined): Sabotage {
  return ({ headers }: Answer) => {
    const changed = headers.location && of(headers.location);
    if (changed === undefined) delete headers.location;
    else headers.location = changed;
  };
}

const BOTH_451 = ['V1-451-LOCATION', 'V1-SUBMIT-451'];
const BOTH_FORMS = ['V2-IMPORT-201', 'V2-PAYMENT-201'];
const sabotages: [says: string, pact: string, sabotage: Sabotage, clauses: string[]][] = [
  ['451 is 400', ofAccess, status(451, 400), BOTH_451],
  ['location is missing', ofAccess, location(() => undefined), BOTH_451],
  ['date is written with a T', ofAccess, text(/("date":"[^ "]*) /, '$1T'), BOTH_451],
  ['the payment has no statusV2', ofAccess, text('"statusV2":', '"status2":'), ['V1-PAYMENT']],
  ['a duplicate rule is accepted', ofAccess, refusedRule(201), ['RULE-DUPLICATE-REFUSED']],
  ['a form is answered with 200', ofWebForms, status(201, 200), BOTH_FORMS],
  ['an offset has a colon', ofWebForms, text(/\+0000/g, '+00:00'), BOTH_FORMS],
  ['the type is another', ofWebForms, text('STANDALONE_PAYMENT', 'PAYMENT'), ['V2-PAYMENT-201']],
];

function refusedRule(to: number): Sabotage {
  return (answer, path) => {
    if (path === '/notificationRules' && answer.status >= 400) answer.status = to;
  };
}

for (const [says, pact, sabotage, clauses] of sabotages) {
  test(`a provider where ${says} breaks ${clauses.join(' and ')} and nothing else`, async () => {
    const reports = await checked(pact, sabotage);
    expect(violated(reports)).toEqual(clauses);
    expect(exitCodeOf(reports)).toBe(1);
  });
}

/** A copy of a pact with another text in one place. */
function edited(pact: string, from: string, to: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'verify-pact-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'pact.json');
  writeFileSync(path, readFileSync(pact, 'utf8').replace(from, to));
  return path;
}

test('a message with another handle than that of the pact breaks its clause and no other', async () => {
  const reports = await checked(edited(ofMessages, '"below-threshold"', '"another"'), () => {});
  expect(violated(reports)).toEqual(['MESSAGE-LOW-FIRES']);
});

test('a state without a world of its name is reported', async () => {
  const path = edited(ofWebForms, '"name": "one-account"', '"name": "a-rich-uncle"');
  await expect(checked(path, () => {})).rejects.toThrow('no world has the name of the state "a-rich-uncle"');
});

test('messages that the key of the target does not open break every clause but that of one without secrets', async () => {
  const reports = await checked(ofMessages, () => {}, { key: 'ffffffffffffffffffffffffffffffff' });
  expect(violated(reports)).toHaveLength(7);
  expect(violated(reports)).not.toContain('MESSAGE-TERMS-FIRES');
});

test('a second error beside the one that is asked for, another 2xx and another refusal break nothing', async () => {
  const other = '{"message":"x","code":"X","type":"X","multiStepAuthentication":null}';
  const sabotage: Sabotage = (answer, path) => {
    text('"errors":[', `"errors":[${other},`)(answer, path);
    if (answer.status >= 200 && answer.status <= 299) answer.status = 203;
    refusedRule(422)(answer, path);
  };
  expect(await outcome(ofAccess, sabotage)).toEqual(['upheld', 0]);
});

test('a target that stops to give tokens leaves the pact unproven', async () => {
  let tokens = 0;
  const sabotage: Sabotage = (answer, path) => {
    if (path === '/oauth/token' && ++tokens > 1) answer.status = 503;
  };
  expect(await outcome(ofWebForms, sabotage)).toEqual(['unproven', 2]);
});

test('messages are out of reach of a target that names no callback', async () => {
  expect(await outcome(ofMessages, () => {}, { callback: false })).toEqual(['out of reach', 0]);
});

test('the mocks have no states', async () => {
  const target = { chosenBy: 'mock', path: 'mock' };
  await expect(verifyPacts([ofWebForms], target)).rejects.toThrow('mock has no control plane');
});

const BANK = {
  name: 'bank',
  environment: 'sandbox',
  writes: 'allowed',
  accessUrl: 'http://127.0.0.1:59999',
  webFormUrl: 'http://127.0.0.1:59999',
  credentials: { clientId: { env: 'PACT_BANK_ID' }, clientSecret: { env: 'PACT_BANK_SECRET' } },
};
const CONTROL = { controlUrl: 'http://127.0.0.1:59999' };

/** What becomes of a target file with these keys and these credentials. */
async function refused(keys: object, credentials = 'made-up'): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'pact-target-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv('PACT_BANK_ID', credentials).stubEnv('PACT_BANK_SECRET', credentials);
  onTestFinished(() => void vi.unstubAllEnvs());
  const path = join(folder, 'bank.yaml');
  writeFileSync(path, JSON.stringify({ ...BANK, ...keys }));
  return refusePactTarget('bank.yaml', path).then(
    () => 'taken',
    ({ name, message }) => [name, message],
  );
}

test('the sandbox and a target file with a control plane are taken', async () => {
  await expect(refusePactTarget('sandbox', 'sandbox')).resolves.toBeUndefined();
  expect(await refused(CONTROL)).toBe('taken');
});

const NO_CONTROL =
  'has no control plane, and the states of a pact need one: pass sandbox, or a target file with a controlUrl.';
const FORBIDDEN = { ...CONTROL, writes: 'forbidden' };

test('a target without states, without credentials or that is not to be written to is refused with 2', async () => {
  const unset = 'bank.yaml: set PACT_BANK_ID and PACT_BANK_SECRET in the environment.';
  const writes = expect.stringContaining('they need environment: sandbox and writes: allowed');
  expect(await refused({})).toEqual(['InputError', `bank.yaml ${NO_CONTROL}`]);
  expect(await refused(CONTROL, '')).toEqual(['InputError', unset]);
  expect(await refused(FORBIDDEN)).toEqual(['InputError', writes]);
  const mock = { name: 'InputError', message: `mock ${NO_CONTROL}` };
  await expect(refusePactTarget('mock', 'mock')).rejects.toMatchObject(mock);
});

test('the verb reads its target before it runs a consumer test, and names what it takes', () => {
  const args = [join(PROJECT, 'scripts/pact.ts'), '--target', 'none.yaml'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: tmpdir(), encoding: 'utf8' });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^There is no file .*none\.yaml; built in: sandbox\.\n$/);
});
