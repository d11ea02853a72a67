// The verb `report` draws a page from results, adds those of parts, and says what is wrong with a file.
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { composeHooks } from '../../faults/fault.ts';
import { providerFaults } from '../../faults/row-hooks.ts';
import { page } from '../../report/page/page.ts';
import { readResults } from '../../report/page/read-results.ts';
import { runJson, targetReport, verifyJson } from '../../report/run-json.ts';
import { selection } from '../../runner/choose-cases.ts';
import { runTarget } from '../../runner/run.ts';
import { startSandboxInProcess } from '../../runner/session/sandbox-target.ts';
import { callVerb } from '../../test-support/call-verb.ts';
import { documentedRecords } from '../../test-support/documented-records.ts';
import { outputFaults } from '../../test-support/output-faults.ts';
import { ndjson, noTotals } from '../../test-support/recorded-calls.ts';
import { ended, greenRun, violatedRun } from '../../test-support/sample-runs.ts';
import { screens } from '../../test-support/screens.ts';
import { assessCommand } from '../move/assess.ts';
import { checkCommand } from '../recordings/check.ts';
import { reportCommand } from './report.ts';

const { createUser, importBankConnectionV1, createMoneyTransferV1 } = documentedRecords();
const violated = { ...ended, exitCode: 1 };
const counts = { upheld: 1, violated: 0, refused: 0, 'not-judged': 0 };
const totals = JSON.stringify({ totals: { operations: { name: counts }, ...noTotals } });
const checked = ndjson([
  { index: 0, file: 'a', operation: 'createUser', verdict: 'upheld', findings: [] },
  totals.replace('"name"', '"createUser"'),
]);
const finding = {
  about: 'provider',
  kind: 'missing',
  pointer: '/response/body/id',
  message: 'id is missing',
};
const broken = (clause: string, known?: object) => {
  const record = { index: 0, file: 'a', operation: 'createUser' };
  const first = [{ clause, ...finding, ...record }];
  const operations = { createUser: { ...counts, upheld: 0, violated: 1 } };
  const findings = { provider: { [clause]: { count: 1, first } }, client: {} };
  return ndjson([
    { ...record, verdict: 'violated', findings: [{ clause, ...finding }] },
    { totals: { operations, ...noTotals, findings, known } },
  ]);
};
const deviations = [{ clause: 'USER-RESPONSE-ID', reason: 'ticket 7', until: '2126-12-31' }];
const listed = { deviations, isNew: false, settings: {} };
const since = { file: 'earlier.ndjson', provider: ['USER-RESPONSE-EMAIL'], client: [] };

screens(reportCommand, {
  'pages of runs': {
    files: {
      'run.json': runJson([targetReport({ ...violatedRun, target: 'mock' })], violated),
      'verify.json': verifyJson([greenRun]),
    },
    calls: { 'run.json --since verify.json --out pages/page.html': 1, 'run.json': 1, 'verify.json': 2 },
  },
  'results that are added': {
    files: {
      'one.json': checked,
      'two.json': checked + checked,
      'unread.json': totals.replace('"files":0', '"files":1'),
      'lenient.json': totals.replace('"providerOnly":false', '"providerOnly":true'),
      'odd.json': totals.replace('"name"', '"__proto__"'),
    },
    calls: { 'one.json two.json': 0, 'two.json unread.json': 2, 'one.json lenient.json': 2, 'odd.json': 0 },
  },
  'places in source code': {
    files: {
      'left.json': {
        code: {
          ...{ folder: '.', files: 1, skipped: 0 },
          left: [{ file: 'a.ts', line: 1, kind: 'status', found: '451', row: null, instead: 'status 201' }],
        },
      },
    },
    calls: { 'left.json': 1, 'left.json left.json': 1 },
  },
  'what check knew': {
    files: {
      'one.json': broken('USER-RESPONSE-ID', listed),
      'two.json': broken('USER-RESPONSE-ID', listed),
      'other.json': broken('USER-RESPONSE-EMAIL', listed),
      'plain.json': broken('USER-RESPONSE-ID'),
      'new.json': broken('USER-RESPONSE-EMAIL', { ...listed, isNew: true, since }),
      'marked.json': broken('USER-RESPONSE-EMAIL', { ...listed, since }),
    },
    calls: {
      'one.json two.json': 0,
      'marked.json': 1,
    },
    codes: {
      'one.json other.json': 1,
      'one.json plain.json': 2,
      'new.json': 0,
    },
  },
  'what is no result': {
    files: {
      'notes.json': { notes: 1 },
      'list.json': [1],
      'text.json': '{',
      'recorded.json': { verdict: 'equivalent', pairs: [], unpaired: [] },
      'listen.ndjson': '{"url":"http://127.0.0.1:4030"}\n{"triggerEvent":null,"findings":[]}\n',
      'cut.json': checked.split('\n')[0],
      'run.json': { exitCode: 0, targets: [{ target: 'bank' }] },
      'verify.json': verifyJson([greenRun]),
      'whole.json': runJson([targetReport(greenRun)], ended),
      'check.json': checked,
      'empty.json': '',
    },
    calls: {
      'notes.json': 2,
      'text.json': 2,
      'cut.json': 2,
      'run.json': 2,
      'whole.json --since check.json': 2,
      'check.json --since verify.json': 64,
    },
    codes: {
      'list.json': 2,
      'recorded.json': 2,
      'listen.ndjson': 2,
      'empty.json': 2,
      'none.json': 2,
    },
  },
  'wrong usage': { calls: { '': 64 }, codes: { 'run.json --sinse x': 64, 'run.json --out ': 64 } },
});

test('the run.json of a fault of a message and of one of a response is read as a result, and as an earlier run', async () => {
  const sample = providerFaults().filter(({ id }) =>
    ['MESSAGE-CALLBACK-HANDLE-MISSING', 'FORM-URL-MISSING'].includes(id),
  );
  expect(sample).toHaveLength(2);
  for (const { id, clause, hooks } of sample) {
    const { target, stop } = await startSandboxInProcess({ hooks: composeHooks([hooks()]) });
    const run = await runTarget(target, catalogue, { only: selection(clause) });
    await stop();
    const text = runJson([targetReport({ ...run, ran: greenRun.ran })], { exitCode: 1 });
    const file = { file: `${id}.json`, lines: [text] };
    expect(page(await readResults([file], file)), id).toContain('0 verdicts changed');
    expect(outputFaults('run', JSON.parse(text)), id).toEqual([]);
  }
});

test.each([
  ['assess', assessCommand],
  ['check', checkCommand],
])('what %s --json prints is read, and printed as the verb prints it', async (_, command) => {
  const files = { 'a.ndjson': ndjson([importBankConnectionV1, createMoneyTransferV1, createUser]) };
  const { stdout: json } = await callVerb(command(), ['a.ndjson', '--json'], files);
  const { exitCode, stdout } = await callVerb(command(), ['a.ndjson'], files);
  const drawn = await callVerb(reportCommand(), ['a.json'], { 'a.json': json });
  expect(drawn).toMatchObject({ exitCode, stdout: expect.stringContaining(stdout) });
});
