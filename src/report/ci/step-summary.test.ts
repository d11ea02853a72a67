// The summary on GitHub's page of a run says what the run came to, and holds no markup but its own.
import { expect, test } from 'vitest';
import { green, unproven, violated } from '../sample-runs.ts';
import { stepSummary } from './step-summary.ts';

test('a green run is a sentence, a table of areas and the reasons why clauses are out of reach', () => {
  const text = stepSummary([green]);
  expect(text).toMatch(
    /^### mock\n\n✓ As far as mock can show it, the migration holds: .*none violated\.\n\n\| area \| upheld \| violated \| admitted \| unproven \| out of reach \|\n\| --- \|/,
  );
  expect(text).not.toContain('\ufffd');
  expect(text).toContain('\n| v1 | 6 |  |  |  | ');
  expect(text).toContain('Clauses out of reach:\n\n- ');
  expect(text).not.toContain('Clauses unproven');
});

test('a violation is a row with clause, sentence, place, case and command; unproven is told by its reason', () => {
  const text = stepSummary([violated, { ...unproven, target: 'down' }]);
  expect(text).toContain(
    '| V1-IMPORT-451 | A V1 import that needs a web form is answered with the custom status 451. | 1 | the status is 500, not 451 at /response/status | suites/v1/import.ts | npm run verify -- --target mock --only V1-IMPORT-451 |',
  );
  expect(text).toContain('### down');
  expect(text).toMatch(
    /- 10 clauses: mock gives no answer on http:&#47;\/127\.0\.0\.1:4010 \(ECONNREFUSED\)/,
  );
});

test('a clause that breaks in many places is one row with their number, and hides no other', () => {
  const [first, second] = violated.cases.flatMap(({ findings }) => findings);
  if (first === undefined || second === undefined) expect.fail('the sample has two findings');
  const places = [...Array(60).keys()].map((at) => ({ ...first, pointer: `/response/body/${at}` }));
  const cases = violated.cases.map((it, at) => (at === 0 ? { ...it, findings: [...places, second] } : it));
  const rows = stepSummary([{ ...violated, cases }])
    .split('\n')
    .filter((line) => /^\| V1-(IMPORT-451|451-LOCATION) /.test(line))
    .map((line) => line.split(' | ').filter((_, at) => at !== 1 && at < 4));
  expect(rows).toEqual([
    ['| V1-IMPORT-451', '60', 'the status is 500, not 451 at /response/body/0'],
    ['| V1-451-LOCATION', '1', expect.stringContaining('at /response/headers/location')],
  ]);
});

test('no more than fifty clauses are listed; the rest is counted', () => {
  const broken = violated.clauses.slice(0, 51).map(({ clause }) => clause);
  const findings = broken.map((clause) => ({ clause, pointer: '/response/status', message: 'broken' }));
  const cases = violated.cases.map((it, at) => ({ ...it, findings: at === 0 ? findings : [] }));
  const clauses = violated.clauses.map((it) => ({ ...it, verdict: 'upheld' as const }));
  const text = stepSummary([{ ...violated, cases, clauses }]);
  expect(text.match(/ \| 1 \| broken at /g)?.length).toBe(50);
  expect(text).toContain('\n1 more clause: see the reports.\n');
});

test('what a provider sent is no markup, no mention, no link and no end of a cell', () => {
  const nasty = '<script>x</script> | @everyone [a](https://evil.example) `b` **c** #1 \n\n# d &lt;';
  const cases = violated.cases.map((it) => ({
    ...it,
    findings: it.findings.map((finding) => ({ ...finding, message: nasty })),
  }));
  const text = stepSummary([{ ...violated, target: nasty, cases }]);
  const cell =
    '&lt;script>x&lt;/script> \\| \\@everyone \\[a\\](https:&#47;/evil.example) \\`b\\` \\*\\*c\\*\\* \\#1 \ufffd\ufffd\\# d &amp;lt;';
  expect(text).toContain(`### ${cell}\n`);
  expect(text).toContain(`| ${cell} at /response/status |`);
  expect(text).not.toContain('<script');
});
