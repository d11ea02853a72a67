// A page is made from what the verbs wrote, and from nothing else.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { strength } from '../../test-support/sample-results.ts';
import { ended, greenRun, violatedRun } from '../../test-support/sample-runs.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { runJson, verifyJson } from '../run-json.ts';
import { page, runPage } from './page.ts';
import { readResults, shortestNames } from './read-results.ts';

let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const RUN = runJson([greenRun], ended);
const refused = (name: string, message: string | RegExp) => ({
  name,
  message: typeof message === 'string' ? message : expect.stringMatching(message),
});
const line = { index: 0, file: 'a.har', operation: null, verdict: 'not-judged', findings: [] };

test('run.json makes the very page that verify made', async () => {
  const runs = [greenRun, violatedRun];
  const path = file('run.json', runJson(runs, ended));
  expect(page(await readResults([path]))).toBe(runPage(runs, {}));
  const cut = { ...ended, interrupted: 'SIGINT', requireAll: true } as const;
  const other = file('ended.json', runJson(runs, cut));
  expect(page(await readResults([other]))).toBe(runPage(runs, cut));
});

test('each kind of result is known by what is in it, not by its name', async () => {
  const content = await readResults([
    file('a', verifyJson([greenRun])),
    file('b', `${JSON.stringify(line)}\n${JSON.stringify({ ...line, index: 1 })}\n`),
    file('c', line),
    file('d', { verdict: 'equivalent', fields: [] }),
    file('e', strength),
  ]);
  expect(content.targets.map(({ target, cases, tally }) => [target, cases.length, tally.upheld])).toEqual([
    ['mock', 0, 10],
  ]);
  expect(content.checks.map(({ records }) => records.length)).toEqual([2, 1]);
  expect(content.comparisons).toEqual([{ file: 'd', verdict: 'equivalent', fields: [] }]);
  expect(content.strength).toEqual(strength);
});

test('two runs of one target get the names of their files', async () => {
  const content = await readResults([file('old.json', RUN), file('new.json', RUN)]);
  expect(content.targets.map(({ target }) => target)).toEqual(['mock of old.json', 'mock of new.json']);
});

test('files of one name get the names of their folders, also where one is no result', async () => {
  for (const name of ['a', 'b', 'b/x']) mkdirSync(join(folder, name));
  const [a, b, since] = [file('a/run.json', RUN), file('b/run.json', RUN), file('b/x/verify.json', RUN)];
  const fields = file('b/x/fields.json', { verdict: 'equivalent', fields: [] });
  const content = await readResults([a, b, fields], since);
  expect(content.targets.map(({ target }) => target)).toEqual(['mock of a/run.json', 'mock of b/run.json']);
  expect(content.comparisons.map(({ file }) => file)).toEqual(['fields.json']);
  expect(content.since?.file).toBe('verify.json');
  expect((await readResults([a], b)).since?.file).toBe('b/run.json');
  await expect(readResults([a, file('b/run.json', '{}')])).rejects.toMatchObject(
    refused('InputError', /^b\/run\.json is no result/),
  );
});

test('a name is as much of the end of a path as no other path has', () => {
  const named = {
    '/r/run.json': 'run.json',
    '/r/x/run.json /s/x/run.json /s/y/run.json /s/old.json': 'r/x/run.json s/x/run.json y/run.json old.json',
    '/run.json /x/run.json': '/run.json x/run.json',
    '/r/run.json /r/run.json': 'run.json run.json',
  };
  for (const [paths, names] of Object.entries(named))
    expect(shortestNames(paths.split(' '))).toEqual(names.split(' '));
});

test('an earlier run is a verify.json or a run.json', async () => {
  const now = file('run.json', RUN);
  for (const earlier of [file('verify.json', verifyJson([greenRun])), file('earlier.json', RUN)]) {
    const { since } = await readResults([now], earlier);
    expect(since?.targets['mock']?.['V1-IMPORT-451']).toBe('upheld');
  }
});

test('a number that a float cannot keep is shown digit for digit', async () => {
  const text = runJson([violatedRun], ended).replace(
    '"balanceThreshold": 100,',
    '"balanceThreshold": 0.10000000000000000001,',
  );
  expect(page(await readResults([file('run.json', text)]))).toContain('0.10000000000000000001');
});

test('a file that is no result gets a line that says why', async () => {
  const run = JSON.parse(RUN);
  const wrongFlow = { ...run, targets: [{ ...run.targets[0], flows: [{}] }] };
  for (const [name, content, says] of [
    ['a.json', {}, /^a\.json is no result: neither run\.json, nor verify\.json, nor/],
    ['b.json', '{"targets": [', /^b\.json is not valid JSON: /],
    ['c.json', { ...run, targets: [] }, 'c.json is no run.json: /targets must NOT have fewer than 1 items.'],
    [
      'd.json',
      { targets: { mock: { A: 'fine' } } },
      /^d\.json is no verify\.json: \/targets\/mock\/A must be equal/,
    ],
    ['e.json', [line, {}], /^e\.json is no result/],
    ['f.json', '', /^f\.json is not valid JSON/],
    ['g.json', wrongFlow, /^g\.json is no run\.json: \/targets\/0\/flows\/0 must have/],
  ] as const)
    await expect(readResults([file(name, content)])).rejects.toMatchObject(refused('InputError', says));
  await expect(readResults([join(folder, 'none.json')])).rejects.toMatchObject(
    refused('InputError', /none\.json cannot be read: there is no such file\.$/),
  );
});

test('an earlier run without verdicts, or with nothing to compare, is refused', async () => {
  const run = file('run.json', RUN);
  const check = file('check.ndjson', line);
  await expect(readResults([run], check)).rejects.toMatchObject(
    refused('InputError', 'check.ndjson has no verdicts of an earlier run: name a verify.json or run.json.'),
  );
  await expect(readResults([check], run)).rejects.toMatchObject({ name: 'UsageError' });
});
