// The page shows all that the results hold, as text and never as markup, and repeats no secret.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkedContent, hostileContent, strength, wholeContent } from '../../test-support/sample-results.ts';
import { greenRun, stale, violatedRun } from '../../test-support/sample-runs.ts';
import { type TargetReport, targetReport } from '../run-json.ts';
import { page } from './page.ts';
import type { PageContent } from './page-content.ts';

const nothing = { ending: {}, targets: [], checks: [], comparisons: [] };
const whole = wholeContent;
const [mock, sandbox] = [targetReport(greenRun), targetReport(violatedRun)];

test('every kind of result has its section, the verdict first', () => {
  const ids = (text: string) => [...text.matchAll(/<section id="([^"]+)"/g)].map((match) => match[1]);
  expect(ids(page(whole)).join(' ')).toBe('verdict changes migration clauses strength not-shown');
  const text = page(checkedContent);
  expect(ids(text)).toEqual(['checked', 'compared']);
  expect(text).toContain('at <code>/response/body/id</code> in a.har, records 3 and 8</p>');
  expect(headline(text)).toBe(
    '0 of 3 recorded exchanges and messages keep the contract, 2 break it. The V2 request does not carry what V1 asks for.',
  );
});

test('the headline names the target that fails, and of all targets when none does', () => {
  const third = { ...sandbox, target: 'third' };
  const other = { ...mock, target: 'bank' };
  const unobservable = strength.faults.filter(({ verdict }) => verdict === 'unobservable');
  const idle = { ...strength, faults: unobservable, variants: [], untried: [] };
  expect(headline(page(whole))).toMatch(/^sandbox breaks 3 clauses: of 13 clauses /);
  for (const [content, says] of [
    [{ targets: [mock, sandbox, third] }, 'sandbox breaks 3 clauses; third breaks 3 clauses.'],
    [{ targets: [mock, other] }, 'What was asked for holds on mock and bank.'],
    [
      { strength },
      'Of 2 observable faults 1 are caught, with 1 false alarm. The own cases of 1 clause catch no fault.',
    ],
    [{ strength: idle }, 'Nothing was judged.'],
  ] as const)
    expect(headline(page({ ...nothing, ...content }))).toBe(says);
});

test('a stale deviation is in the card of its target with its reason, and is no clause that the target breaks', () => {
  const text = page({ ...nothing, targets: [targetReport(stale)] });
  expect(headline(text)).toMatch(/^1 deviation of bank is stale: of /);
  expect(card(text)).toContain(
    'Violated its deviation is stale: the clause is upheld; take the entry out V2-NO-LOCATION',
  );
  expect(text).not.toContain('no evidence is in this result');
  const several = page({ ...nothing, targets: [targetReport(stale), sandbox] });
  expect(headline(several)).toBe('1 deviation of bank is stale; sandbox breaks 3 clauses.');
});

test('a broken clause names the setting that its verdict depends on, in the card and where it is opened', () => {
  const clause = 'RULE-MAX-TRANSACTIONS-COUNT' as const;
  const note =
    'judged with countOutOfRange: refused, a setting of the target file for what the documentation leaves open';
  const cases = violatedRun.cases.map((it) => ({
    ...it,
    findings: it.findings.map((finding) => ({ ...finding, clause })),
  }));
  const clauses = violatedRun.clauses.map((it) => ({ ...it, verdict: 'upheld' as const }));
  const run = { ...violatedRun, cases, clauses: [...clauses, { clause, verdict: 'violated' as const }] };
  const text = page({ ...nothing, targets: [targetReport(run)] });
  expect(words(clauseOn(text, clause))).toContain(`On sandbox it is ${note}.`);
  expect(card(text)).toContain(`RULE-MAX-TRANSACTIONS-COUNT ${note}`);
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
  expect(text).toContain('<dt>Faults</dt><dd>1 of 1 caught</dd>');
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

test('a clause that the run was not asked for is no change', () => {
  const targets = { mock: { 'V1-451-LOCATION': 'upheld' as const, 'V1-451-CODE': 'upheld' as const } };
  const clauses = mock.clauses.filter(({ clause }) => clause === 'V1-451-LOCATION');
  const part = { ...nothing, targets: [{ ...mock, clauses }], since: { file: 'a', targets } };
  expect(page(part)).not.toContain('gone');
});

test('strength has a row a class, how many other clauses a fault is blamed on, and what is not caught', () => {
  const section = sectionOf(whole, 'strength');
  const rows = [...section.matchAll(/<th scope="row">(.*?)<\/th>/g)].map((match) => match[1]);
  expect(rows).toEqual(['silence', 'status', 'all']);
  expect(words(section)).toContain('none at 1 of 1 caught faults, median 0.');
  expect(words(section)).toMatch(
    /survived gives .* LOCATION-OF-ANOTHER breaks V1-451-LOCATION ?: no case asks/,
  );
  expect(words(section)).toContain('false alarm refuses with 422 OTHER-STATUS');
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
  const text = page({ ...nothing, targets: [{ ...sandbox, clauses } satisfies TargetReport] });
  expect(card(text)).toContain('Broken too, though not asked for V1-451-LOCATION');
});

function sectionOf(content: PageContent, id: string): string {
  return new RegExp(`<section id="${id}"[\\s\\S]*?</section>`).exec(page(content))?.[0] ?? '';
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
