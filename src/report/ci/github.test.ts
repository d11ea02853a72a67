// GitHub gets annotations and a summary only where GitHub runs the verb, and they change no verdict.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CaseResult } from '../../runner/verdict.ts';
import { green, unproven, unreached, violated } from '../../test-support/sample-runs.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import type { PlaceOf } from '../run-outcome.ts';
import { annotations, type GitHubNews, stepSummary, tellGitHub } from './github.ts';

test('annotations go to stderr, and the summary is added to what earlier steps wrote', () => {
  const file = join(temporaryFolder(), 'summary.md');
  writeFileSync(file, 'earlier\n');
  const said = written({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file });
  expect(said).toBe(annotations([violated]));
  expect(readFileSync(file, 'utf8')).toBe(`earlier\n${stepSummary([violated])}`);
});

test('a verb that stops without a verdict is one error with its reason, and a summary', () => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(temporaryFolder(), 'summary.md') };
  const said = written(env, { verb: 'verify', stopped: 'bank.yaml: set A, <b> in the environment.' });
  expect(said).toBe('::error title=verify gives no verdict::bank.yaml: set A, <b> in the environment.\n');
  expect(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')).toBe(
    '### verify gives no verdict\n\nbank.yaml: set A, &lt;b> in the environment.\n\n',
  );
});

test('the outputs of the step say the verdict and how many clauses are violated', () => {
  const file = join(temporaryFolder(), 'output');
  written({ GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: file }, { runs: [violated, green], ending: {} });
  expect(readFileSync(file, 'utf8')).toBe('verdict=violated\nviolated=2\n');
});

test('a summary that cannot be written is one line, and elsewhere nothing is said', () => {
  const elsewhere = { GITHUB_STEP_SUMMARY: '/nowhere/summary.md' };
  expect(written(elsewhere)).toBe('');
  const env = { GITHUB_ACTIONS: 'true', ...elsewhere };
  expect(written(env, { runs: [green], ending: {} })).toBe(
    '/nowhere/summary.md cannot be written (ENOENT).\n',
  );
});

function written(env: NodeJS.ProcessEnv, outcome: GitHubNews = { runs: [violated], ending: {} }): string {
  let said = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  onTestFinished(() => write.mockRestore());
  tellGitHub(outcome, undefined, env);
  return said;
}

// GitHub publishes no schema for its workflow commands, so they are read here as its runner reads them.

interface Annotation {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly text: string;
}

test('a violated clause is an error with file and title, the reason of unproven ones one warning, and a good run says nothing', () => {
  expect(read(annotations([violated]))[1]).toEqual({
    command: 'error',
    properties: { file: 'suites/v1/v1-cases.ts', title: 'V1-IMPORT-451 violated on mock' },
    text: 'importBankConnectionV1: the status is 500, not 451, answered 500 "4711; WEB_FORM_REQUIRED" (/response/status): given a user with no bank connection, importBankConnectionV1 answers with 451. Again: npm run verify -- --target mock --only V1-IMPORT-451',
  });
  const down = read(annotations([unproven]));
  expect(down.map(({ command }) => command)).toEqual(['error', 'warning']);
  expect(down[1]?.text).toMatch(/^mock does not answer at http:\/\/127\.0\.0\.1:4010 \(ECONNREFUSED\): /);
  expect(annotations([green])).toBe('');
});

test('a run that fails with no clause broken is one error that says why', () => {
  const errors = (...given: Parameters<typeof annotations>) =>
    read(annotations(...given)).filter(({ command }) => command === 'error');
  const notKnown =
    /^Whether the migration holds is not known on mock: of \d+ clauses 10 are unproven, .* First: mock does not answer at http:\/\/127\.0\.0\.1:4010 \(ECONNREFUSED\)\.$/;
  for (const [run, ending, text] of [
    [unproven, {}, notKnown],
    [unreached, {}, /^Nothing could be judged on mock: of \d+ clauses \d+ are out of reach\.$/],
    [green, { requireAll: true }, /^mock cannot show every clause, which --require-all asks for: /],
    [green, { interrupted: 'SIGINT' }, /^The run on mock was interrupted: of \d+ clauses 10 are upheld/],
  ] as const) {
    const properties = { title: 'verify on mock' };
    expect(errors([run], ending)).toEqual([
      { command: 'error', properties, text: expect.stringMatching(text) },
    ]);
  }
  // Only of the run that fails.
  expect(errors([green, { ...unproven, target: 'bank' }]).map(({ properties }) => properties)).toEqual([
    { title: 'verify on bank' },
  ]);
});

test('a problem is shown at a file of the repository, or at none, and its case is named then', () => {
  const shown = (placeOf: PlaceOf) => read(annotations([violated], { placeOf }))[1];
  const text = (file = '') =>
    `importBankConnectionV1: the status is 500, not 451, answered 500 "4711; WEB_FORM_REQUIRED" (/response/status): given a user with no bank connection, importBankConnectionV1 answers with 451${file}. Again: npm run verify -- --target mock --only V1-IMPORT-451`;
  expect(shown((file, chosenBy) => `${chosenBy}/of/${file}`)).toMatchObject({
    properties: { file: 'mock/of/suites/v1/v1-cases.ts' },
    text: text(),
  });
  expect(shown(() => 'ci/bank.yaml')).toMatchObject({
    properties: { file: 'ci/bank.yaml' },
    text: text(' (suites/v1/v1-cases.ts)'),
  });
  const nowhere = shown(() => undefined);
  expect(nowhere).toMatchObject({ text: text(' (suites/v1/v1-cases.ts)') });
  expect(nowhere?.properties).not.toHaveProperty('file');
});

test('what a provider sent and how a target is called end neither a property nor the line', () => {
  const nasty = '50% :: , \r\n::error file=x::y';
  const cases = withMessage(nasty).map((it) => ({ ...it, file: nasty }));
  const lines = read(annotations([{ ...violated, target: nasty, cases }]));
  expect(lines).toHaveLength(2);
  expect(lines[0]?.properties).toEqual({ file: nasty, title: `V1-451-LOCATION violated on ${nasty}` });
  expect(lines[0]?.text).toMatch(
    /^importBankConnectionV1: 50% :: , \ufffd\ufffd::error file=x::y, answered 500 /,
  );
});

test('GitHub shows ten of a kind: nine and a line that counts the others', () => {
  const clauses = violated.clauses.map(
    (it, at) => ({ ...it, verdict: at < 12 ? 'violated' : 'upheld' }) as const,
  );
  const lines = read(annotations([{ ...violated, clauses }]));
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toEqual({ command: 'error', properties: {}, text: '3 more: see the reports' });
});

/** The cases of the sample with this message in every finding. */
function withMessage(message: string): CaseResult[] {
  return violated.cases.map((it) => ({ ...it, findings: it.findings.map((one) => ({ ...one, message })) }));
}

/** As actions/runner does: the first :: opens the line, the next ends the properties, and escapes are undone. */
function read(log: string): Annotation[] {
  return log
    .split(/\r?\n|\r/)
    .filter(Boolean)
    .map((line) => {
      const [, command = '', list = '', text = ''] = /^::(\w+)(?: (.*?))?::(.*)$/.exec(line) ?? [];
      if (command === '') throw new Error(`${line} is no command`);
      const pairs = list === '' ? [] : list.split(',').map((pair) => pair.split('='));
      const properties = pairs.map(([name, ...value]) => [name, unescaped(value.join('='))]);
      return { command, properties: Object.fromEntries(properties), text: unescaped(text) };
    });
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { '25': '%', '0D': '\r', '0A': '\n', '3A': ':', '2C': ',' };
  return text.replace(/%(25|0D|0A|3A|2C)/g, (_, code) => signs[code] ?? '');
}

// The summary on GitHub's page of a run has the verdict, and no markup but its own.

test('a green run is a sentence, a table of areas and the reasons why clauses are out of reach', () => {
  const text = stepSummary([green]);
  expect(text).toMatch(
    /^### mock\n\n✓ As far as mock can show it, the migration holds: .*out of reach\.\n\n\| area \| upheld \| violated \| admitted \| unproven \| out of reach \|\n\| --- \|/,
  );
  expect(text).not.toContain('\ufffd');
  expect(text).toContain('\n| v1 | 6 |  |  |  | ');
  expect(text).toContain('Clauses out of reach:\n\n- ');
  expect(text).not.toContain('Clauses unproven');
});

test('a violation is a row with clause, sentence, place, case and command; unproven is listed by its reason', () => {
  const text = stepSummary([violated, { ...unproven, target: 'down' }]);
  expect(text).toContain(
    '| V1-IMPORT-451 | violated | A V1 import that needs a web form gets the custom status 451. | importBankConnectionV1: the status is 500, not 451, answered 500 "4711; WEB\\_FORM\\_REQUIRED" (/response/status) | suites/v1/v1-cases.ts | npm run verify -- --target mock --only V1-IMPORT-451 |',
  );
  expect(text).toContain('### down');
  expect(text).toMatch(
    /- 10 clauses: mock does not answer at http:&#47;\/127\.0\.0\.1:4010 \(ECONNREFUSED\)/,
  );
});

test('no more than fifty clauses are listed; the rest is counted', () => {
  const clauses = violated.clauses.map(
    (it, at) => ({ ...it, verdict: at < 51 ? 'violated' : 'upheld' }) as const,
  );
  const text = stepSummary([{ ...violated, clauses }]);
  expect(text.match(/ \| violated \| /g)?.length).toBe(51);
  expect(text).toContain('\n1 more clause: see the reports.\n');
});

test('what a provider sent is no markup, no mention, no link and no end of a cell', () => {
  const nasty = '<script>x</script> | @everyone [a](https://evil.example) `b` **c** #1 \n\n# d &lt;';
  const text = stepSummary([{ ...violated, target: nasty, cases: withMessage(nasty) }]);
  const cell =
    '&lt;script>x&lt;/script> \\| \\@everyone \\[a\\](https:&#47;/evil.example) \\`b\\` \\*\\*c\\*\\* \\#1 \ufffd\ufffd\\# d &amp;lt;';
  expect(text).toContain(`### ${cell}\n`);
  expect(text).toContain(
    `| importBankConnectionV1: ${cell}, answered 500 "4711; WEB\\_FORM\\_REQUIRED" (/response/status) |`,
  );
  expect(text).not.toContain('<script');
});
