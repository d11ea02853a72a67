// The page shows all that the results hold, as text and never as markup, and repeats no secret.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  assessedContent,
  checkedContent,
  hostileContent,
  wholeContent,
} from '../../test-support/sample-results.ts';
import { green, greenRun, stale, unproven, violatedRun } from '../../test-support/sample-runs.ts';
import { type TargetReport, targetReport } from '../run-json.ts';
import { page } from './page.ts';
import { type AssessmentResult, NO_RESULTS, type PageContent } from './page-content.ts';

const whole = wholeContent;
const [mock, sandbox] = [targetReport(greenRun), targetReport(violatedRun)];

test('every kind of result has its section, the verdict first', () => {
  expect(sections(page(whole)).join(' ')).toBe(
    'next changes violated upheld out-of-reach migration not-shown',
  );
  const text = page(checkedContent);
  expect(sections(text)).toEqual(['checked', 'compared']);
  expect(text).toContain('at <code>/response/body/id</code> in a.har, records 3 and 8</p>');
  expect(headline(text)).toBe(
    '0 of 3 recorded exchanges and messages keep the contract, 2 break it. The V2 request does not carry what V1 asks for.',
  );
});

test('requests that deviate are listed after what the provider breaks, and are no violation', () => {
  const [check] = checkedContent.checks;
  const [first, second] = check?.records ?? [];
  if (!check || !first || !second) expect.fail('the sample has two records');
  const [finding] = second.findings;
  if (!finding) expect.fail('the record has a finding');
  const own = { ...second, verdict: 'upheld', findings: [{ ...finding, about: 'client' }] } as const;
  const text = page({ ...NO_RESULTS, checks: [{ ...check, records: [first, own] }] });
  expect(headline(text)).toBe(
    '1 of 2 recorded exchanges and messages keep the contract, 1 breaks it. 1 request of yours deviates.',
  );
  expect(words(text)).toMatch(
    /V2-FORM-ID 1 violated .*record 3 .*Your requests V2-FORM-ID 1 deviate .*record 8/,
  );
});

test('an assessment has its points first, its fields open where one has no place, and its answers closed', () => {
  const text = page(assessedContent);
  expect(headline(text)).toBe('The move to Web Form V2 is not ready: 1 field has no place.');
  expect(sections(text)).toEqual(['open-0', 'calls-0', 'becomes-0']);
  expect(words(sectionOf(assessedContent, 'open-0'))).toBe(
    'To do 1 field has no place in V2, and 1 decision is open. what field sent why how ' +
      'no place import /note 2 it is not documented, so no V2 field receives it. ask the provider ' +
      'needs-decision payment orders[].amount.currency 3 V1 never carried a currency. pass --currency EUR',
  );
  const fields = words(sectionOf(assessedContent, 'becomes-0'));
  expect(fields).toContain('V1 fields 3 fields request V1 verdict V2 calls values import /note undocumented');
  expect(fields).toContain('import bankId moved bank.id 2 2 submit interface dropped – 1 1');
  expect(text.match(/<details class="group"( open)?>/g)).toEqual([
    '<details class="group" open>',
    '<details class="group">',
    '<details class="group">',
  ]);
  const [only] = assessedContent.assessments;
  if (only === undefined) throw new Error('no sample');
  const ready: AssessmentResult = { ...only, file: 'b.json', noPlace: [], decisions: [], says: 'ready' };
  const two = page({ ...NO_RESULTS, assessments: [only, { ...ready, verdict: 'ready' }] });
  expect(sections(two)).toEqual(['open-0', 'calls-0', 'becomes-0', 'calls-1', 'becomes-1']);
  expect(two).toContain('<h2 id="calls-1-title">Calls of b.json</h2>');
  expect(headline(two)).toMatch(/^The move .* no place\. The move to Web Form V2 is ready\.$/);
});

test('the headline names the target that fails, and of all targets when none does', () => {
  const third = { ...sandbox, target: 'third' };
  const other = { ...mock, target: 'bank' };
  for (const [targets, says] of [
    [[mock, sandbox], 'sandbox breaks 3 clauses.'],
    [[mock, sandbox, third], 'sandbox breaks 3 clauses; third breaks 3 clauses.'],
    [[mock, other], 'What was asked for holds on mock and bank.'],
  ] as const)
    expect(headline(page({ ...NO_RESULTS, targets }))).toBe(says);
});

test('the verdict is on the page once', () => {
  for (const [target, claim] of [
    [mock, 'What was asked for holds on mock'],
    [sandbox, 'sandbox breaks 3 clauses'],
  ] as const)
    expect(words(page({ ...NO_RESULTS, targets: [target] })).split(claim)).toHaveLength(2);
});

test('date, duration, version and commit are with the target, and its counts', () => {
  const ran = { at: '2026-11-20T09:15:00.123Z', seconds: 1.5, version: '0.1.0', commit: '0123456789abcdef' };
  const text = card(page({ ...NO_RESULTS, targets: [{ ...mock, ran }] }));
  expect(text).toContain('2026-11-20 09:15 UTC · 1.5 s · version 0.1.0 · commit 0123456789');
  expect(text).toContain('mock 10 upheld 3 out of reach');
  expect(card(page({ ...NO_RESULTS, targets: [mock] }))).not.toContain('version');
});

test('what to do next follows from the verdicts', () => {
  const next = (targets: readonly TargetReport[]) =>
    words(sectionOf({ ...NO_RESULTS, targets }, 'next')).replace(/^What to do next /, '');
  expect(next([sandbox])).toMatch(
    /^Send 3 violations to the provider of sandbox: .* npm run verify -- --target sandbox --only \S+ A violation that you accept/,
  );
  expect(next([targetReport(unproven)])).toMatch(
    /^Find out why 10 clauses could not be judged on mock\. 10 of them: mock does not answer/,
  );
  expect(next([mock])).toMatch(/^A mock shows shapes and no behaviour/);
  expect(next([{ ...mock, target: 'bank' }])).toMatch(/^Run this in CI/);
});

test('the fields are closed where nothing is lost, and only an upheld run says so', () => {
  const fields = (target: TargetReport) =>
    /<details class="group" id="fields-list".*?<\/summary>/s.exec(
      page({ ...NO_RESULTS, targets: [target] }),
    )?.[0];
  expect(words(fields(mock))).toMatch(/^What becomes of every field \d+ fields, nothing lost$/);
  expect(fields(mock)).not.toContain(' open>');
  expect(words(fields(sandbox))).toMatch(/^What becomes of every field \d+ fields$/);
  expect(page({ ...NO_RESULTS, targets: [sandbox] })).not.toContain('nothing lost');
  const flows = mock.flows.map((flow) => ({
    ...flow,
    fields: flow.fields.map((field, at) => (at === 0 ? { ...field, loss: 'a digit' } : field)),
  }));
  expect(fields({ ...mock, flows })).toContain(' open>');
  expect(words(fields({ ...mock, flows }))).toContain('1 not carried whole');
});

test('a violation names its call or message, the first of a few is open, and many are listed by area', () => {
  const text = page({ ...NO_RESULTS, targets: [sandbox] });
  expect(words(sectionOf({ ...NO_RESULTS, targets: [sandbox] }, 'violated'))).toContain(
    'LOW_ACCOUNT_BALANCE: balanceChanges[0].details.newBalance is a number',
  );
  expect(text.match(/<details class="row" id="clause-[^"]+" open>/g)).toHaveLength(1);
  const clauses = targetReport(green).clauses.map((it) => ({ ...it, verdict: 'violated' as const }));
  const all = page({ ...NO_RESULTS, targets: [{ ...sandbox, clauses }] });
  expect(all).not.toMatch(/ open>/);
  expect(
    all
      .split('<div class="list">')[1]
      ?.split('<h3>')[0]
      ?.match(/<details class="row"/g),
  ).toHaveLength(10);
  expect(all).toContain(`<h3>${clauses.length - 10} more, by area</h3>`);
});

test('a stale deviation is listed with its reason, and is no clause that the target breaks', () => {
  const text = page({ ...NO_RESULTS, targets: [targetReport(stale)] });
  expect(headline(text)).toBe('1 deviation of bank is stale.');
  expect(words(clauseOn(text, 'V2-NO-LOCATION'))).toMatch(
    /^its deviation is stale: the clause is upheld; take the entry out V2-NO-LOCATION /,
  );
  const several = page({ ...NO_RESULTS, targets: [targetReport(stale), sandbox] });
  expect(headline(several)).toBe('1 deviation of bank is stale; sandbox breaks 3 clauses.');
});

test('a broken clause names the setting that its verdict depends on', () => {
  const clause = 'RULE-WAIT-V1-REFUSED' as const;
  const note =
    'judged with apiVersionSelectors: {}, a setting of the target file for what the documentation leaves open';
  const cases = violatedRun.cases.map((it) => ({
    ...it,
    findings: it.findings.map((finding) => ({ ...finding, clause })),
  }));
  const clauses = violatedRun.clauses.map((it) => ({ ...it, verdict: 'upheld' as const }));
  const run = { ...violatedRun, cases, clauses: [...clauses, { clause, verdict: 'violated' as const }] };
  const text = page({ ...NO_RESULTS, targets: [targetReport(run)] });
  expect(words(clauseOn(text, clause))).toContain(`On sandbox it is ${note}.`);
  expect(page(whole)).not.toContain('a setting of the target file');
});

test('every link within the page leads somewhere, and every id is there once', () => {
  const text = page(whole);
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...text.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
  expect(targets.length).toBeGreaterThan(10);
  expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
});

test('a violated clause comes with its sentence, its place, the marked answer, curl and the command', () => {
  const text = clauseOn(page(whole), 'V1-IMPORT-451');
  expect(text).toContain('A V1 import that needs a web form gets the custom status 451.');
  expect(text).toContain('<mark>status 500</mark>\n<em>↑ the status is 500, not 451</em>');
  expect(text).toContain('<mark>location: https://webform.example/');
  expect(text).toContain('curl -i -X POST');
  expect(text).toContain('npm run verify -- --target sandbox --only V1-IMPORT-451');
  expect(clauseOn(page(whole), 'V1-451-LOCATION')).toContain(
    'The evidence is at <a href="#clause-V1-IMPORT-451">',
  );
});

test('a broken message is marked inside its decrypted details, and no secret or personal value is on the page', () => {
  const text = page(whole);
  const marked = /<mark>&quot;newBalance&quot;: ([^<]*)<\/mark>\n +<em>↑ balanceChanges\[0\]/.exec(text);
  expect(marked?.[1]).toBe('&quot;[personal number]&quot;');
  const values = ['Girokonto Erika', '999.5', 'tok-5ecret-1', "Erika's bank", 'k-77', 't1ck3t', 'client-1'];
  expect(values.filter((value) => text.includes(value))).toEqual([]);
  const sent = JSON.stringify(violatedRun.cases);
  expect(values.filter((value) => !sent.includes(value))).toEqual([]);
});

test('a verdict that changed, a clause that is new and one that is gone are listed', () => {
  const section = sectionOf(whole, 'changes');
  const rows = [...section.matchAll(/<tr role="row" class="row">(.*?)<\/tr>/gs)].map((match) =>
    words(match[1]),
  );
  expect(rows).toHaveLength(mock.clauses.length + 1);
  expect(rows).toContainEqual(expect.stringMatching(/^V1-IMPORT-451 .* mock violated upheld$/));
  expect(rows).toContainEqual(expect.stringMatching(/^V1-GONE .* mock upheld gone$/));
  expect(rows).toContainEqual(expect.stringMatching(/^USER-CREATE-CALL .* mock not there out of reach$/));
  expect(words(section)).toContain('now 10 upheld, 3 out of reach.');
  const since = { file: 'a', targets: { sandbox: { 'V1-GONE': 'upheld' } } } as const;
  const other = sectionOf({ ...whole, targets: [sandbox], since }, 'changes');
  const first = /<tr role="row" class="row">(.*?)<\/tr>/s.exec(other);
  expect(words(first?.[1])).toMatch(/ not there violated$/);
});

test('an earlier run without the target is named, and is no run in which nothing changed', () => {
  const since = { file: 'a.json', targets: { mock: {} } };
  const lead = (...targets: (typeof mock)[]) =>
    words(sectionOf({ ...NO_RESULTS, targets, since }, 'changes'));
  expect(lead(sandbox)).toMatch(/^Changed a\.json has no run of sandbox\. *$/);
  expect(lead({ ...mock, clauses: [] }, sandbox)).toContain(
    'No verdict changed since a.json. a.json has no run of sandbox.',
  );
});

test('a clause that the run was not asked for is no change', () => {
  const targets = { mock: { 'V1-451-LOCATION': 'upheld' as const, 'V1-451-CODE': 'upheld' as const } };
  const clauses = mock.clauses.filter(({ clause }) => clause === 'V1-451-LOCATION');
  const part = { ...NO_RESULTS, targets: [{ ...mock, clauses }], since: { file: 'a', targets } };
  expect(page(part)).not.toContain('gone');
});

test('nothing of the strength of this tool is in the report of a provider', () => {
  expect(page(whole)).not.toMatch(/\bfaults?\b|\bcaught\b|strength/i);
});

test('a broken scenario is shown at its clause, its story with the difference marked', () => {
  const text = clauseOn(page(whole), 'MESSAGE-BALANCE-DETAILS-NEW');
  expect(words(text)).toContain('Batch update');
  expect(text).toMatch(/<mark>"newBalance": 999\.5|<mark>.*newBalance/);
});

test('what results hold never becomes markup, an address that runs or text in another order', () => {
  for (const content of [hostileContent(whole), hostileContent(checkedContent)]) {
    const text = page(content);
    expect(text.includes('&lt;script&gt;alert(1)')).toBe(true);
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text.match(/<\/style/g)).toHaveLength(1);
    expect(text.includes('<img')).toBe(false);
    // Within the quotes of an attribute it is text.
    expect(/<[^>]*\sonerror=/.test(text.replace(/"[^"]*"/g, '""'))).toBe(false);
    const links = [...text.matchAll(/href="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !link.startsWith('#'))).toEqual([]);
    const unseen = /(?!\n)[\p{C}\p{Zl}\p{Zp}].*/u.exec(text.replace(/<script>[\s\S]*$/, ''));
    expect(unseen?.[0]).toBeUndefined();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000);
  }
});

test('the policy of the page allows its own style and script and nothing else', () => {
  const text = page(whole);
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(text)?.[1]?.replaceAll('&#39;', "'") ?? '';
  const hash = (tag: string) => {
    const inner = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text)?.[1] ?? '';
    return `'sha256-${createHash('sha256').update(inner).digest('base64')}'`;
  };
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src ${hash('style')}`,
    `script-src ${hash('script')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(/<[^>]*\s(style|src|on\w+)=/.test(text)).toBe(false);
});

test('a clause that a case broke without being asked is named in the card', () => {
  const clauses = sandbox.clauses.filter(({ clause }) => clause !== 'V1-451-LOCATION');
  const text = page({ ...NO_RESULTS, targets: [{ ...sandbox, clauses } satisfies TargetReport] });
  expect(card(text)).toContain('Broken too, though not asked for V1-451-LOCATION');
});

function sectionOf(content: PageContent, id: string): string {
  return new RegExp(`<section id="${id}"[\\s\\S]*?</section>`).exec(page(content))?.[0] ?? '';
}

/** The ids of the sections. */
function sections(text: string): (string | undefined)[] {
  return [...text.matchAll(/<section id="([^"]+)"/g)].map((match) => match[1]);
}

function card(text: string): string {
  return words(/<article.*?<\/article>/s.exec(text)?.[0]);
}

function headline(text: string): string {
  return words(/<h1>.*?<\/span>(.*?)<\/h1>/s.exec(text)?.[1]);
}

function clauseOn(text: string, clause: string): string {
  const start = text.indexOf(`<details class="row" id="clause-${clause}"`);
  return text.slice(start, text.indexOf('<details class="row"', start + 1));
}

function words(markup = ''): string {
  return markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
