// The verb `attest` states the verdicts of a whole run and the digest of its file, and notices a change of either.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { runJson } from '../report/run-json.ts';
import { callVerb, callVerbIn } from '../test-support/call-verb.ts';
import { outputFaults } from '../test-support/output-faults.ts';
import { ended, green, greenRun, stale, unproven, violated } from '../test-support/sample-runs.ts';
import { attestCommand } from './attest.ts';

const { version } = manifest;
const ran = { at: '2026-11-20T09:15:00.000Z', seconds: 1.5, version, commit: 'abc' };
const bank = {
  ...violated,
  target: 'bank',
  accessUrl: 'https://user:pa55@bank.example/api',
  settings: { ...violated.settings, bigDecimalForm: 'string' as const },
  ran,
};
const RUN = runJson([bank], { exitCode: 1 });

function attest(run: string, ...args: string[]) {
  return callVerb(attestCommand(), ['run.json', ...args], { 'run.json': run });
}

test('versions, addresses, changed settings and the clauses by verdict are stated of the bytes of the run', async () => {
  const { exitCode, stdout, stderr } = await attest(RUN);
  expect([exitCode, stderr]).toEqual([0, '']);
  const statement = JSON.parse(stdout);
  expect(outputFaults('attest', statement)).toEqual([]);
  const { targets, ...predicate } = statement.predicate;
  expect({ ...statement, predicate }).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'run.json', digest: { sha256: createHash('sha256').update(RUN).digest('hex') } }],
    predicateType: 'pkg:npm/bank-access-contracts#conformance/v1',
    predicate: {
      version,
      documents: { access: '1.0.0', 'web-form': '2.0.0' },
      outcome: 'violated',
    },
  });
  const [{ clauses, tally, ...target }, ...others] = targets;
  expect([target, others]).toEqual([
    {
      target: 'bank',
      accessUrl: 'https://bank.example/api',
      webFormUrl: 'http://127.0.0.1:4011',
      ran,
      settings: [{ setting: 'bigDecimalForm', value: 'string', default: 'number' }],
    },
    [],
  ]);
  expect(clauses.violated).toEqual(['V1-451-LOCATION', 'V1-IMPORT-451']);
  expect(clauses.upheld).toContain('V2-FORM-URL');
  expect(tally).toEqual({
    upheld: 8,
    violated: 2,
    admitted: 0,
    unproven: 0,
    'out of reach': green.clauses.length - 10,
  });
  for (const [verdict, ids] of Object.entries<string[]>(clauses)) expect(ids).toHaveLength(tally[verdict]);
  expect(stdout).not.toMatch(/pa55|tok-5ecret|Erika/);
});

test('every outcome is attested, over all targets of the run', async () => {
  const outcomeOf = async (runs: (typeof green)[], ending = {}) => {
    const { stdout } = await attest(
      runJson(
        runs.map((run) => ({ ...run, ran })),
        { ...ended, ...ending },
      ),
    );
    const statement = JSON.parse(stdout);
    expect(outputFaults('attest', statement)).toEqual([]);
    return [statement.predicate.outcome, statement.predicate.targets.length];
  };
  expect(await outcomeOf([green])).toEqual(['upheld', 1]);
  expect(await outcomeOf([green, { ...unproven, target: 'down' }])).toEqual(['unproven', 2]);
  expect(await outcomeOf([green, stale])).toEqual(['violated', 2]);
  expect(await outcomeOf([green], { requireAll: true })).toEqual(['out of reach', 1]);
});

test('a run that is a part, was interrupted, or is of another version is refused with the reason', async () => {
  const stamped = { ...green, ran };
  const left = green.clauses.length - greenRun.clauses.length;
  const changed = (verdict: 'unproven' | 'admitted', reason: string) => {
    const clauses = green.clauses.map((clause, at) => (at === 3 ? { ...clause, verdict, reason } : clause));
    return runJson([{ ...stamped, clauses }], ended);
  };
  const refused: [run: string, words: string][] = [
    [
      runJson([{ ...greenRun, ran }], ended),
      `run.json is of a part of the contract, without a verdict on mock for ${left} clauses of ${green.clauses.length}. Attest a run of every clause.`,
    ],
    [
      runJson([stamped, { ...stamped, target: 'bank', clauses: green.clauses.slice(1) }], ended),
      `run.json is of a part of the contract, without a verdict on bank for 1 clause of ${green.clauses.length}. Attest a run of every clause.`,
    ],
    [
      runJson([stamped], { exitCode: 130, interrupted: 'SIGINT' }),
      'run.json is of a run that was interrupted: only a whole run is attested.',
    ],
    [
      changed('unproven', 'the run ended at the first violation, as --bail asks'),
      'run.json is of a run that --bail ended early: only a whole run is attested.',
    ],
    [
      changed('admitted', 'known: violated in earlier.json too'),
      'run.json is of a run with --new, which admits old violations: attest a run without it.',
    ],
    [
      runJson([{ ...green, ran: { ...ran, version: '0.0.9' } }], ended),
      `run.json is of version 0.0.9, and this is ${version}: npx bank-access-contracts@0.0.9 attests it.`,
    ],
    [runJson([green], ended), 'run.json does not say when and with which version mock was run.'],
    ['{"targets":{"mock":{"V2-FORM-URL":"upheld"}}}', 'run.json does not say when'],
    ['{"notes":1}', 'run.json is no result'],
  ];
  for (const [run, words] of refused) {
    const { exitCode, stdout, stderr } = await attest(run);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  }
  expect(await attest(RUN, '--check', 'a.json', '--out', 'b.json')).toMatchObject({ exitCode: 64 });
});

test('--out writes it, and --check notices a run or an attestation that was changed afterwards', async () => {
  const { folder, ...called } = await callVerbIn(attestCommand(), ['run.json', '--out', 'a/b.json'], {
    'run.json': RUN,
  });
  expect(called).toEqual({ exitCode: 0, stdout: 'a/b.json\n', stderr: '' });
  const made = readFileSync(join(folder, 'a/b.json'), 'utf8');
  const check = (run: string, statement: string) =>
    callVerb(attestCommand(), ['run.json', '--check', 'b.json'], { 'run.json': run, 'b.json': statement });
  expect(await check(RUN, made)).toEqual({
    exitCode: 0,
    stdout: 'b.json is the attestation of run.json: violated.\n',
    stderr: '',
  });
  for (const run of [RUN.replace('"violated"', '"upheld"'), `\ufeff${RUN}`, `${RUN}\n`]) {
    const { exitCode, stdout, stderr } = await check(run, made);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^run\.json is not the run that b\.json attests: its SHA-256 is [0-9a-f]{64}\.\n$/,
    );
  }
  for (const [was, is] of [
    ['"outcome": "violated"', '"outcome": "upheld"'],
    ['"V1-IMPORT-451"', '"V1-IMPORT-CALL"'],
    ['Statement/v1', 'Statement/v2'],
    ['conformance/v1', 'conformance/v2'],
  ] as const) {
    expect(made).toContain(was);
    expect(await check(RUN, made.replace(was, is))).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'b.json was changed: it does not say what run.json says.\n',
    });
  }
  for (const other of ['{}', '[]', '{"subject":"x"}', '{"subject":[]}'])
    expect(await check(RUN, other)).toMatchObject({
      exitCode: 2,
      stderr: 'b.json is no attestation of a run.\n',
    });
});
