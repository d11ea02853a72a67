/** The report names each setting with its default and the verdicts that depend on it; the screen only those that were given. */

import { expect, test } from 'vitest';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { catalogue } from '../../suites/catalogue.ts';
import { selection } from '../runner/choose-cases.ts';
import { runTarget } from '../runner/run.ts';
import { startSandboxInProcess } from '../runner/targets/sandbox-target.ts';
import { withDefaults } from '../runner/targets/target-file.ts';
import type { CaseResult, ClauseResult, TargetRun } from '../runner/verdict.ts';
import { ended, green, violated } from '../test-support/sample-runs.ts';
import { stepSummary } from './ci/github.ts';
import { runPage } from './page/page.ts';
import { runJson } from './run-json.ts';
import { leftOpenText, settingsNote, usedSettings } from './settings-used.ts';
import { resultScreen, settingsText } from './terminal/result-screen.ts';
import { plain } from './terminal/screen.ts';

const settings = withDefaults({
  ...{ tokenEncoding: 'json', userExists: 'accepted' },
  ...{ webFormHosts: ['forms.example'], apiVersionSelectors: { v1: '/one' } },
});
const clauses: ClauseResult[] = [
  { clause: 'AUTH-TOKEN-CALL', verdict: 'upheld' },
  { clause: 'AUTH-TOKEN-SCOPE', verdict: 'violated' },
  { clause: 'AUTH-TOKEN-EXPIRED', verdict: 'out of reach' },
  { clause: 'V2-FORM-URL-HOST', verdict: 'upheld' },
];
const run: TargetRun = { ...green, settings, clauses };
const ALL = openFacts.facts.filter(({ setting }) => setting !== undefined).length;

test('every setting is there with value, default and the judged clauses', () => {
  const used = usedSettings(run);
  expect(used.length).toBe(ALL);
  expect(used).toContainEqual({
    setting: 'tokenEncoding',
    value: 'json',
    default: 'form',
    clauses: ['AUTH-TOKEN-CALL', 'AUTH-TOKEN-SCOPE'],
  });
  expect(used).toContainEqual({ setting: 'userExists', value: 'accepted', default: 'refused', clauses: [] });
  const [target] = JSON.parse(runJson([run], ended)).targets;
  expect(target.settings).toEqual(used);
});

test('the screen has a line for each setting that is not at its default, and names no other that decides nothing', () => {
  expect(settingsText(run, plain)).toBe(`Settings

  webFormHosts   [forms.example]: 1 verdict depends on it
  tokenEncoding  json: 2 verdicts depend on it
  no verdict depends on apiVersionSelectors, userExists

`);
});

test('a setting at its default is named where a failed verdict could be another with another value', () => {
  const clause = 'RULE-WAIT-V1-REFUSED' as const;
  const [sample] = violated.cases as readonly [CaseResult];
  const found = { clause, pointer: STATUS, message: 'the status is 400' };
  const broken = { ...green, cases: [{ ...sample, clause, findings: [found] }] };
  expect(settingsText({ ...broken, clauses: [{ clause, verdict: 'violated' }] }, plain)).toBe(`Settings

  apiVersionSelectors  {} by default: decides RULE-WAIT-V1-REFUSED

`);
  expect(settingsText({ ...broken, clauses: [{ clause, verdict: 'upheld' }] }, plain)).toBe('');
});

test('without a given setting there is nothing, and no line is wider than the screen', () => {
  expect(settingsText(green, plain)).toBe('');
  const long = withDefaults({
    fieldAliases: { createdAt: Array.from({ length: 9 }, (_, at) => `created${at}`) },
  });
  const lines = settingsText({ ...run, settings: long }, { ...plain, width: 80 }).split('\n');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.join('\n')).toContain('created8');
});

// A broken clause names the settings that could have changed its verdict, with the value that the run took.

const ownSettings = usedSettings({ settings: withDefaults({ paramsForm: 'strings' }), clauses: [] });
const OPEN = 'for what the documentation leaves open';
const STATUS = '/response/status';

test.each([
  ['a call that is taken', 'RULE-WAIT-V1-REFUSED', STATUS, 'apiVersionSelectors: {}, a setting'],
  ['a wrong field', 'MESSAGE-FOREIGN-COUNT', '/message/count', 'transactionsCounted: qualifying, a setting'],
] as const)('%s names the setting that could have changed it', (_, clause, pointer, note) => {
  expect(settingsNote(ownSettings, { clause, verdict: 'violated', pointer })).toBe(
    `judged with ${note} of the target file ${OPEN}`,
  );
});

test.each([
  ['a wrong field of a call that was taken', 'AUTH-TOKEN-SCOPE', '/response/body/scope'],
  ['a refused call, for a setting that only reads answers', 'MESSAGE-FOREIGN-COUNT', STATUS],
  ['a clause of a setting on which whole areas depend', 'RULE-WAIT-DEFAULT', STATUS],
  ['a clause of no setting', 'V1-IMPORT-451', STATUS],
  ['a stale deviation', 'RULE-ACCOUNT-IDS', undefined],
] as const)('%s names none', (_, clause, pointer) => {
  expect(
    settingsNote(ownSettings, { clause, verdict: 'violated', ...(pointer && { pointer }) }),
  ).toBeUndefined();
});

test.each([
  [
    'a time in another format',
    'V2-TIME-FORMAT',
    'createdAt is "today", not a time that exists',
    'toleratedTimeFormats: {}',
  ],
  ['an order by times that are read', 'MESSAGE-LIST-ORDER', 'bankBookingDate is not in order', undefined],
  ['a time that is missing', 'MESSAGE-FOREIGN-DETAILS-BANK-DATE', 'bankBookingDate is missing', undefined],
  [
    'a count that is another one',
    'MESSAGE-FOREIGN-COUNT',
    'transactionsCount is 3, not 2',
    'transactionsCounted: qualifying',
  ],
  [
    'a count that is missing',
    'MESSAGE-FOREIGN-COUNT',
    'newTransactions[0].transactionsCount is missing',
    undefined,
  ],
  ['an address on another host', 'V2-FORM-URL-HOST', 'url is on another host', 'webFormHosts: []'],
] as const)(
  '%s depends on a setting of its value only where that could be right',
  (_, clause, message, setting) => {
    const row = { clause, verdict: 'violated', pointer: '/response/body/it', message } as const;
    const note = settingsNote(ownSettings, row);
    expect(note?.replace('judged with ', '').split(', a setting')[0]).toBe(setting);
  },
);

// Cases that the choices of a target switch off are counted, with the settings, on the screen, the page and GitHub's summary.

const SAYS = 'the documentation leaves it open, and the target chooses otherwise or does not say it';

function withCases(...leftOpenBy: ('apiVersionSelectors' | 'unknownIds')[]): TargetRun {
  const [sample] = green.cases;
  if (!sample) expect.fail('the sample has a case');
  const off = leftOpenBy.map((setting) => ({
    ...{ ...sample, verdict: 'out of reach' as const, reason: 'it is left open', exchanges: [], shown: [] },
    leftOpenBy: setting,
  }));
  return { ...green, cases: [...green.cases, ...off] };
}

test('a setting that switches several cases off is named once', () => {
  const run = withCases('unknownIds', 'apiVersionSelectors', 'unknownIds');
  const text = `3 cases decide nothing: ${SAYS} (apiVersionSelectors, unknownIds).`;
  expect(leftOpenText(run)).toBe(text);
  expect(leftOpenText(withCases('apiVersionSelectors'))).toBe(
    `1 case decides nothing: ${SAYS} (apiVersionSelectors).`,
  );
  expect(resultScreen(run, plain).replaceAll('\n    ', ' ')).toContain(`\n\n  ${text}\n\n`);
  expect(stepSummary([run])).toContain(`\n\n${text}\n\n`);
  expect(runPage([run], {})).toContain(`<h3>Left open</h3><p>${text}</p>`);
});

test('where every case decides something, nothing is printed', () => {
  expect(leftOpenText(green)).toBe('');
  for (const text of [resultScreen(green, plain), stepSummary([green]), runPage([green], {})]) {
    expect(text).not.toContain(SAYS);
    expect(text).not.toContain('Left open');
  }
});

test('a run on a target that does not say how it selects an API version counts the cases that need one', async () => {
  const settings = { apiVersionSelectors: {} };
  const { target, stop } = await startSandboxInProcess({ settings });
  const run = await runTarget(target, catalogue, { only: selection('rules') });
  await stop();
  const open = run.clauses.filter(({ verdict }) => verdict !== 'upheld');
  expect(open.map(({ clause, verdict }) => `${clause} ${verdict}`)).toEqual([
    'RULE-TRANSACTIONS-WAIT out of reach',
    'RULE-WAIT-DEFAULT out of reach',
    'RULE-WAIT-V1-REFUSED out of reach',
    'RULE-WAIT-V2 out of reach',
  ]);
  expect(leftOpenText(run)).toBe(`11 cases decide nothing: ${SAYS} (apiVersionSelectors).`);
});
