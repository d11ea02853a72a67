// A page is made from what the verbs wrote, and from nothing else.
import { expect, test } from 'vitest';
import { assessedContent } from '../../test-support/sample-results.ts';
import { ended, greenRun as green, violatedRun as violated } from '../../test-support/sample-runs.ts';
import { CheckTotals } from '../check/check-totals.ts';
import { runJson, targetReport } from '../run-json.ts';
import { page } from './page.ts';
import { type ResultFile, readResults } from './read-results.ts';

const [greenRun, violatedRun] = [targetReport(green), targetReport(violated)];

function file(name: string, content: unknown): ResultFile {
  return { file: name, lines: (typeof content === 'string' ? content : JSON.stringify(content)).split('\n') };
}

const RUN = runJson([greenRun], ended);
const line = { index: 0, file: 'a.har', operation: null, verdict: 'not-judged', findings: [] };

test('run.json makes the very page that verify made', async () => {
  const runs = [greenRun, violatedRun];
  const path = file('run.json', runJson(runs, ended));
  expect(page(await readResults([path]))).toBe(page({ targets: runs }));
  const cut = { ...ended, interrupted: 'SIGINT', requireAll: true } as const;
  const other = file('ended.json', runJson(runs, cut));
  expect(page(await readResults([other]))).toBe(page({ targets: runs, ending: cut }));
});

test('each kind of result is known by what is in it, not by its name', async () => {
  const content = await readResults([
    file('a', RUN),
    file('b', `${JSON.stringify(line)}\n${JSON.stringify({ totals: new CheckTotals(false) })}\n`),
    file('d', { verdict: 'equivalent', fields: [] }),
  ]);
  expect(content.targets.map(({ target, cases, tally }) => [target, cases.length, tally.upheld])).toEqual([
    ['mock', greenRun.cases.length, 10],
  ]);
  expect(content.check?.files).toEqual(['b']);
  const { assessment } = assessedContent;
  expect((await readResults([file('e', assessment)])).assessment).toEqual(assessment);
  expect(content.comparisons).toEqual([{ file: 'd', verdict: 'equivalent', fields: [] }]);
});

test('totals stand alone, and are not believed where the lines contradict them', async () => {
  const found = { clause: 'V1-PREFIX', about: 'provider', kind: 'value', pointer: '', message: 'm' } as const;
  const totals = new CheckTotals(false);
  const source = { file: 'a.har', index: 0 };
  totals.add(source, {
    ...{ operation: 'createUser', verdict: 'violated', findings: [found] },
    ...{ shows: [], undocumented: [] },
  });
  const written = JSON.parse(JSON.stringify({ totals }));
  const violated = { ...line, operation: 'createUser', verdict: 'violated', findings: [found] };
  const lines = (...parts: unknown[]) => file('a', parts.map((part) => JSON.stringify(part)).join('\n'));
  for (const whole of [lines(violated, written), lines(written)])
    expect((await readResults([whole])).check?.totals.result()).toMatchObject({ judged: 1, wrong: 1 });
  const emptied = { ...written.totals, findings: { provider: {}, client: {} } };
  for (const cut of [
    lines(line, written),
    lines({ totals: emptied }),
    lines(violated, { totals: emptied }),
    lines({ ...violated, findings: [{ ...found, about: 'client' }] }, { totals: emptied }),
  ])
    await expect(readResults([cut])).rejects.toThrow(/^a contradicts itself: /);
  const { findings: _, ...cut } = written.totals;
  await expect(readResults([lines(violated, { totals: cut })])).rejects.toThrow('findings');
});

test('a part that sends no V1 call is done only where its source has none either', async () => {
  const { assessment } = assessedContent;
  const done = { ...assessment, verdict: 'ready', v1Calls: 0, calls: [], decisions: [], noPlace: [] };
  const place = { file: 'a.js', line: 1, kind: 'status', found: '451', row: null, instead: 'status 201' };
  const code = { folder: '.', files: 1, skipped: 0, left: [place] };
  const { parts } = await readResults([file('done', done), file('left', { ...done, code })]);
  expect(parts?.map(({ file, verdict }) => [file, verdict])).toEqual([
    ['left', 'left'],
    ['done', 'done'],
  ]);
});

test('two runs of one target get the names of their files', async () => {
  const content = await readResults([file('old.json', RUN), file('new.json', RUN)]);
  expect(content.targets.map(({ target }) => target)).toEqual(['mock of old.json', 'mock of new.json']);
});

test('a number that a float cannot keep is shown digit for digit', async () => {
  const text = runJson([violatedRun], ended).replace(
    '"balanceThreshold":100,',
    '"balanceThreshold":0.10000000000000000001,',
  );
  expect(page(await readResults([file('run.json', text)]))).toContain('0.10000000000000000001');
});

test('a wrong part of a result is named with its place', async () => {
  const run = JSON.parse(RUN);
  const wrongFlow = { ...run, targets: [{ ...run.targets[0], flows: [{}] }] };
  for (const [content, says] of [
    [{ ...run, targets: [] }, 'a is not a valid run.json: targets must be a list of at least 1.'],
    [{ targets: { mock: { A: 'fine' } } }, /^a is not a valid verify\.json: targets\.mock\.A must be "/],
    [`${JSON.stringify(line)}\n{}`, /^a is not a valid result of check --json: \[1\]\.\w+ is missing/],
    [wrongFlow, /^a is not a valid run\.json: targets\[0\]\.flows\[0\]\.\w+ is missing/],
  ] as const)
    await expect(readResults([file('a', content)])).rejects.toThrow(says);
});
