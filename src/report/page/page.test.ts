// The page shows all that the results hold, as text and never as markup.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  assessedContent,
  checkedContent,
  checkTotals,
  hostileContent,
  situations,
  wholeContent,
} from '../../test-support/sample-results.ts';
import type { CaseReport, TargetReport } from '../run-json.ts';
import { page } from './page.ts';
import type { PageContent } from './page-content.ts';

const whole = wholeContent;
const [mock, sandbox] = whole.targets as [TargetReport, TargetReport];
const { green, stale, 'left open': leftOpen, 'others broken': others } = situations;
const ofYours = { files: ['check.ndjson'], totals: checkTotals('client') };
const reached = stale.clauses.filter(({ verdict }) => verdict !== 'out of reach');

test.each<[string, Partial<PageContent>]>([
  ['runs', { ...whole, targets: [situations['of a target file'], situations['with settings']] }],
  ['recorded', checkedContent],
  ['requests', { check: ofYours }],
  ['assessed', assessedContent],
  [
    'stale-and-others',
    {
      targets: [
        { ...stale, clauses: reached, flows: [] },
        { ...others, target: 'others', flows: [] },
      ],
    },
  ],
])('the page of %s', async (name, content) => {
  const [, body] = /<body>\n([\s\S]*)<script>/.exec(page(content)) ?? [];
  await expect(body).toMatchFileSnapshot(`screens/page-${name}.txt`);
});

test('many violations are listed by area, and what the target leaves open is counted', () => {
  const clauses = green.clauses.map((it) => ({ ...it, verdict: 'violated' as const }));
  const text = page({ targets: [{ ...leftOpen, clauses }] });
  expect(text).toContain('<details class="group" id="violated-v1">');
  expect(words(/<section id="not-shown"[\s\S]*/.exec(text)?.[0])).toContain('On mock: 1 case skipped');
});

/** Three clauses depend on two violated ones, one of them on both; a fourth is unproven for itself. */
function withRoots(): Partial<PageContent> {
  const unproven = (needs: string[]) => ({ verdict: 'unproven', reason: `depends on ${needs}`, needs });
  const changed: Record<string, object> = {
    'V2-FORM-URL': unproven(['V1-IMPORT-451']),
    'V1-451-CODE': unproven(['V1-IMPORT-451', 'V1-451-LOCATION']),
    'V1-451-TYPE': unproven(['V1-451-LOCATION']),
    'MIGRATION-BANK-ID': { verdict: 'unproven', reason: 'a busy server' },
  };
  const clauses = sandbox.clauses.map((row) => ({ ...row, ...changed[row.clause] }));
  return { targets: [{ ...sandbox, clauses, tally: { ...sandbox.tally, unproven: 4 } }] };
}

test('clauses that depend on a violated one are below it, each once, and the next step counts them', () => {
  const content = withRoots();
  const groups = sectionOf(content, 'unproven').split('<details class="group"').slice(1);
  const listed = groups.map((group) => [
    words(/<h3[^>]*>(.*?)<\/h3>/.exec(group)?.[1]),
    [...group.matchAll(/id="clause-([^"]+)"/g)].map(([, clause]) => clause),
  ]);
  expect(listed).toEqual([
    ['not judged while V1-IMPORT-451 is violated', ['V1-451-CODE', 'V2-FORM-URL']],
    ['not judged while V1-451-LOCATION is violated', ['V1-451-TYPE']],
    ['a busy server', ['MIGRATION-BANK-ID']],
  ]);
  const steps = words(sectionOf(content, 'next'));
  expect(steps).toContain(
    'Fix these 2 and 3 more can be judged: V1-IMPORT-451 : 2 V1-451-LOCATION : 1 Find out why 1 clause could',
  );
  expect(words(sectionOf(content, 'violated'))).toContain('V1-IMPORT-451 2 more depend on it');
});

test('a flow names what is violated in its calls, and promises nothing then', () => {
  const flows = sandbox.flows.map((flow) => ({
    ...flow,
    v1: [{ operation: 'importBankConnectionV1', status: 451, address: 'location' } as const],
  }));
  const text = words(sectionOf({ targets: [{ ...sandbox, flows }] }, 'flows'));
  expect(text).toContain('/import 451 + location violated: V1-IMPORT-451 V1-451-LOCATION V2: 1 call');
  expect(text).toContain('POST /api/webForms/bankConnectionImport ✓ 201 + url');
});

test('only dates of a sandbox whose clock the run moves are marked', () => {
  const marks = (report: TargetReport) =>
    page({ targets: [report] }).split('Dates are those of the sandbox’s clock').length - 1;
  expect(marks(sandbox)).toBe(1);
  expect(marks({ ...sandbox, chosenBy: 'sandbox --fault FORM-URL-MISSING' })).toBe(1);
  expect(marks({ ...sandbox, chosenBy: 'bank.yaml' })).toBe(0);
  const leftBehind = { prefix: 'run-1', isPutBack: true, users: 0, rules: 0, payments: 0, webForms: 0 };
  expect(marks({ ...sandbox, chosenBy: 'bank.yaml', leftBehind })).toBe(1);
});

test('where a case differs from its clause, each case has its verdict', () => {
  const own = sandbox.cases[0] as CaseReport;
  const cases = [own, { ...own, says: 'another case', verdict: 'upheld' as const, findings: [] }];
  const [row = ''] = sectionOf({ targets: [{ ...sandbox, cases }] }, 'violated').split('</dl>');
  expect(words(row)).toContain('asks for a web form sandbox violated another case sandbox upheld');
});

test('every link within the page leads somewhere, and every id is there once', () => {
  const text = page(whole);
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...text.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
  expect(targets.length).toBeGreaterThan(10);
  expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
});

test('an earlier run without the target is named, and is no run in which nothing changed', () => {
  const since = { file: 'a.json', targets: { mock: {} } };
  const lead = (...targets: TargetReport[]) => words(sectionOf({ targets, since }, 'changes'));
  expect(lead(sandbox)).toMatch(/^Changed a\.json has no run of sandbox\. *$/);
  expect(lead({ ...mock, clauses: [] }, sandbox)).toContain(
    '0 verdicts changed since a.json. a.json has no run of sandbox.',
  );
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

function sectionOf(content: Partial<PageContent>, id: string): string {
  return new RegExp(`<section id="${id}"[\\s\\S]*?</section>`).exec(page(content))?.[0] ?? '';
}

function words(markup = ''): string {
  return markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
