// The verb `report` draws a page from files, and says what is wrong with them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { composeHooks } from '../faults/fault.ts';
import { providerFaults } from '../faults/row-hooks.ts';
import { page } from '../report/page/page.ts';
import { readResults } from '../report/page/read-results.ts';
import { runJson, verifyJson } from '../report/run-json.ts';
import { selection } from '../runner/choose-cases.ts';
import { runTarget } from '../runner/run.ts';
import { startSandboxInProcess } from '../runner/targets/sandbox-target.ts';
import { callVerbIn } from '../test-support/call-verb.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { outputFaults } from '../test-support/output-faults.ts';
import { ended, greenRun, violatedRun } from '../test-support/sample-runs.ts';
import { assessCommand } from './assess.ts';
import { reportCommand } from './report.ts';

const FILES = {
  'run.json': runJson([{ ...violatedRun, target: 'mock' }], { ...ended, exitCode: 1 }),
  'verify.json': verifyJson([greenRun]),
  'notes.json': { notes: 1 },
};

function report(...args: string[]) {
  return callVerbIn(reportCommand(), args, FILES);
}

test('a page is written where it is asked for, its path alone on stdout', async () => {
  const args = ['run.json', '--since', 'verify.json', '--out', 'pages/page.html'];
  const { folder, ...called } = await report(...args);
  expect(called).toEqual({ exitCode: 0, stdout: 'pages/page.html\n', stderr: '' });
  const text = readFileSync(join(folder, 'pages/page.html'), 'utf8');
  expect(text).toContain('verdicts changed since verify.json: now ');
  expect((await report('verify.json')).stdout).toBe('reports/report.html\n');
});

test('a file that is no result ends with 2, wrong usage with 64, and nothing is written', async () => {
  const unknown = await report('notes.json', '--out', 'none.html');
  expect(unknown).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unknown.stderr).toMatch(/^notes\.json is no result: .*\.\n$/);
  expect(await report('none.json')).toMatchObject({
    exitCode: 2,
    stderr: 'none.json cannot be read: there is no such file.\n',
  });
  expect(await report()).toMatchObject({ exitCode: 64 });
  expect(await report('run.json', '--sinse', 'x', '--out', 'none.html')).toMatchObject({ exitCode: 64 });
  expect(existsSync(join(unknown.folder, 'none.html'))).toBe(false);
});

test('the run.json of every fault of a sample is read as a result, and as an earlier run', async () => {
  const sample = providerFaults().filter(
    ({ id }, at) => at % 40 === 0 || id === 'MESSAGE-CALLBACK-HANDLE-MISSING',
  );
  const found = new Set<string>();
  for (const { id, clause, hooks } of sample) {
    const { target, stop } = await startSandboxInProcess({ hooks: composeHooks([hooks()]) });
    const run = await runTarget(target, catalogue, { only: selection(clause) });
    await stop();
    for (const each of run.cases.flatMap(({ findings }) => findings))
      for (const name in each) found.add(name);
    const file = { file: `${id}.json`, text: runJson([run], { exitCode: 1 }) };
    expect(page(readResults([file], file)), id).toContain('No verdict changed');
    expect(outputFaults('run', JSON.parse(file.text)), id).toEqual([]);
  }
  expect([...found]).toEqual(expect.arrayContaining(['exchange', 'unless']));
});

test('what assess --json prints makes the very page of assess --page', async () => {
  const { importBankConnectionV1, createMoneyTransferV1 } = documentedRecords();
  const records = [importBankConnectionV1, createMoneyTransferV1].map((it) => JSON.stringify(it)).join('\n');
  const args = ['a.ndjson', '--json', '--page', 'a.html'];
  const { folder, stdout } = await callVerbIn(assessCommand(), args, { 'a.ndjson': records });
  const drawn = await callVerbIn(reportCommand(), ['a.json', '--out', 'b.html'], { 'a.json': stdout });
  // As assess ends: a currency is to be decided.
  expect(drawn).toMatchObject({ exitCode: 1, stderr: '' });
  expect(readFileSync(join(drawn.folder, 'b.html'), 'utf8')).toBe(
    readFileSync(join(folder, 'a.html'), 'utf8'),
  );
});
