/** Results of every verb, by hand: what the tests of the page show, and the same with hostile texts in every place. */
import { findingOf } from '../../contracts/src/base/finding.ts';
import { BrokenRecord } from '../../contracts/src/recordings/recorded-parts.ts';
import { Assessment } from '../evidence/assessment.ts';
import { readiness } from '../evidence/readiness.ts';
import { recordedFlowCall } from '../evidence/recorded-flows.ts';
import { CheckTotals } from '../report/check/check-totals.ts';
import type { PageContent } from '../report/page/page-content.ts';
import { type TargetReport, targetReport } from '../report/run-json.ts';
import type { ReportedRun } from '../report/run-outcome.ts';
import { EXAMPLE_VALUES } from '../runner/call.ts';
import type { TargetRun } from '../runner/verdict.ts';
import { createV1Call, importV1Call, importV2Call, submitV1Call } from './recorded-calls.ts';
import {
  briefly,
  green,
  greenRun,
  stale,
  unproven,
  unreached,
  violated,
  violatedRun,
} from './sample-runs.ts';

/** As a target file says it. */
export const file = {
  credentials: { clientId: { env: 'BANK_ID' }, clientSecret: { env: 'BANK_SECRET' } },
  testData: { recipients: [{ ...EXAMPLE_VALUES.testData.recipients[0], name: "Erika's bank" }] },
} as ReportedRun['file'] & object;
const leftBehind = { prefix: 'run-1', isPutBack: false, users: 2, rules: 1, payments: 0, webForms: 3 };
const reported = { 'POST /api/v1/payments/submit → 400 without bank': 2 };
const settings = { ...green.settings, tokenEncoding: 'json', webFormHosts: ['forms.example'] } as const;
const manyViolated = green.clauses.slice(0, 13).map((it, at) => ({
  ...it,
  ...(at < 12 && { verdict: 'violated' as const }),
}));
const admitted = briefly(violated).clauses.map((it) =>
  it.clause === 'V1-IMPORT-451' ? { ...it, verdict: 'admitted' as const, reason: 'ticket 7' } : it,
);
/** Their flows and their other clauses are as those of `green`. */
const short = { flows: [], clauses: briefly(green).clauses };
const [importCase] = violated.cases;
const leftOpen = {
  ...importCase,
  verdict: 'out of reach',
  dependsOnSetting: 'unknownIds',
  findings: [],
} as const;

/** A run for each way to end, and for each part of a screen. */
const runs = {
  green,
  violated,
  stale: { ...stale, ...short, clauses: briefly(stale).clauses },
  unproven,
  unreached: briefly(unreached),
  admitted: { ...violated, ...short, clauses: admitted },
  'of a target file': {
    ...violatedRun,
    target: 'bank',
    chosenBy: 'bank.yaml',
    file,
    reported,
    leftBehind,
  },
  'with settings': { ...greenRun, settings, leftBehind: { ...leftBehind, isPutBack: true } },
  'left open': { ...green, ...short, cases: [...green.cases, leftOpen as TargetRun['cases'][number]] },
  'twelve violated': { ...green, ...short, clauses: manyViolated },
  'others broken': { ...violated, ...short, clauses: green.clauses.slice(0, 3) },
} satisfies Record<string, ReportedRun>;

export const situations = Object.fromEntries(
  Object.entries(runs).map(([name, run]) => [name, targetReport(run)]),
) as Record<keyof typeof runs, TargetReport>;

const finding = findingOf('V2-FORM-ID', {
  kind: 'type',
  pointer: '/response/body/id',
  expected: 'text',
  found: 'a number',
});

/** The same finding in two records, about the provider or about the requests, and a record that is not judged. */
export function checkTotals(about: 'provider' | 'client'): CheckTotals {
  const totals = new CheckTotals(false);
  const verdict = about === 'provider' ? 'violated' : 'upheld';
  const record = { operation: 'createStandalonePayment', verdict, shows: [], undocumented: [] } as const;
  for (const index of [3, 8])
    totals.add({ file: 'a.har', index }, { ...record, findings: [{ ...finding, about }] } as never);
  totals.add({ file: 'a.har', index: 9 }, {
    ...record,
    operation: null,
    verdict: 'not-judged',
    findings: [],
  } as never);
  return totals;
}

/** A target that keeps its word, one that breaks it, and an earlier run. */
export const wholeContent = {
  targets: [targetReport(greenRun), targetReport(violatedRun)],
  since: { file: 'verify.json', targets: { mock: { 'V1-IMPORT-451': 'violated' } } },
} satisfies Partial<PageContent>;

/** The same record twice, one that is not judged, and a request that does not carry everything. */
export const checkedContent = {
  check: { files: ['check.ndjson'], totals: checkTotals('provider') },
  comparisons: [
    {
      file: 'compare.json',
      verdict: 'not-equivalent',
      fields: [
        { from: '/bankId', to: '/bank/id', verdict: 'lost', message: 'is missing' },
        { from: null, to: '/colour', verdict: 'unexpected', message: 'is in no V1 field' },
      ],
    },
  ],
} satisfies Partial<PageContent>;

const assessment = new Assessment();
const recorded = [
  importV1Call({ bankId: 280001, note: 'x' }, { minute: 0 }),
  importV1Call({ bankId: 280001 }, { minute: 1, status: 500 }),
  createV1Call({ moneyTransfers: [{ amount: 12.5 }] }, 501),
  submitV1Call(501),
  importV2Call({ bank: { id: 280001 } }),
];
for (const [index, value] of recorded.entries()) {
  const read = () => value;
  assessment.add(recordedFlowCall({ read }, { file: 'a.ndjson', index }));
}
assessment.add(new BrokenRecord('it is no JSON'));

/** A field without a place, an open decision, and answers. */
export const assessedContent = {
  assessment: readiness(assessment.counts()),
} satisfies Partial<PageContent>;

/** Markup, an address that runs, signs that turn text around or are not seen, and no space to break at. */
const HOSTILE = `</style></script><script>alert(1)</script><img/src=x/onerror="alert('1')">javascript:alert(1)\u202E\u2066\u0000\u001B[31m\u2028\u200B`;
const LONG = 'W'.repeat(10_000);

/** What the page looks up, or counts by. */
const KEPT = 'operation verdict method address flow interrupted version request fate'.split(' ');

/** Every text and every name in a body or header ends in hostile text; the first ones of each kind are 10 kB long too. */
export function hostileContent(content: Partial<PageContent>): Partial<PageContent> {
  const long = new Set<string>();
  const textOf = (text: string, kind: string): string => {
    const isFirst = !long.has(kind);
    long.add(kind);
    return text + HOSTILE + (isFirst ? LONG : '');
  };
  const spoilt = (value: unknown, kind: string, isForeign: boolean): unknown => {
    if (typeof value === 'string') return KEPT.includes(kind) && !isForeign ? value : textOf(value, kind);
    if (value instanceof CheckTotals) return hostileTotals(textOf);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => spoilt(item, kind, isForeign));
    const entries = Object.entries(value).map(([name, part]) => [
      isForeign ? textOf(name, 'name') : name,
      spoilt(part, name, isForeign || ['json', 'headers', 'message'].includes(name)),
    ]);
    return Object.fromEntries(entries);
  };
  return spoilt(content, '', false) as Partial<PageContent>;
}

function hostileTotals(textOf: (text: string, kind: string) => string): CheckTotals {
  const totals = new CheckTotals(false);
  const texts = Object.entries({ ...finding, file: 'a.har' }).map(([kind, text]) => [
    kind,
    kind === 'about' ? text : textOf(String(text), kind),
  ]);
  const { file, ...found } = Object.fromEntries(texts);
  totals.addFindings({ file, index: 3 }, 'createStandalonePayment', [found]);
  return totals;
}
