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
    '| V1-IMPORT-451 | A V1 import that needs a web form is answered with the custom status 451. | the status is 500, not 451 at /response/status | suites/v1/import.ts | npm run verify -- --target mock --only V1-IMPORT-451 |',
  );
  expect(text).toContain('### down');
  expect(text).toMatch(
    /- 10 clauses: mock gives no answer on http:&#47;\/127\.0\.0\.1:4010 \(ECONNREFUSED\)/,
  );
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
