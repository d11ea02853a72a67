// Which settings could have changed a verdict, and how many cases the choices of a target switch off.
import { expect, test } from 'vitest';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { withDefaults } from '../runner/targets/target-file.ts';
import type { ClauseResult } from '../runner/verdict.ts';
import { green } from '../test-support/sample-runs.ts';
import { decidingSettings, leftOpenText, usedSettings } from './settings-used.ts';

test('every setting is there with value, default and the judged clauses', () => {
  const clauses: ClauseResult[] = [
    { clause: 'AUTH-TOKEN-CALL', verdict: 'upheld' },
    { clause: 'AUTH-TOKEN-SCOPE', verdict: 'violated' },
    { clause: 'AUTH-TOKEN-EXPIRED', verdict: 'out of reach' },
  ];
  const used = usedSettings({ settings: withDefaults({ tokenEncoding: 'json' }), clauses });
  expect(used.length).toBe(openFacts.facts.filter(({ setting }) => setting !== undefined).length);
  const own = ['AUTH-TOKEN-CALL', 'AUTH-TOKEN-SCOPE'];
  expect(used).toContainEqual({ setting: 'tokenEncoding', value: 'json', default: 'form', clauses: own });
  expect(used).toContainEqual({ setting: 'userExists', value: 'refused', default: 'refused', clauses: [] });
});

const STATUS = { pointer: '/response/status', isThere: true };
const FIELD = { pointer: '/response/body/it', isThere: true };
const MISSING = { pointer: '/response/body/it', isThere: false };

test.each([
  ['a call that is taken', 'RULE-WAIT-V1-REFUSED', STATUS, ['apiVersionSelectors']],
  ['a wrong count', 'MESSAGE-FOREIGN-COUNT', FIELD, ['transactionsCounted']],
  ['a count that is missing', 'MESSAGE-FOREIGN-COUNT', MISSING, []],
  ['a time in another format', 'V2-TIME-FORMAT', FIELD, ['toleratedTimeFormats']],
  ['a time that is missing', 'V2-TIME-FORMAT', MISSING, []],
  ['an address on another host', 'V2-FORM-URL-HOST', FIELD, ['webFormHosts']],
  ['a field that a later version has', 'MESSAGE-HIGH-DETAILS-ADJUSTING', MISSING, ['serviceVersion']],
  [
    'a message that did not come',
    'RULE-WAIT-V2',
    { pointer: '/steps/1/received', isThere: true },
    ['apiVersionSelectors'],
  ],
  ['a field that no setting is about', 'AUTH-TOKEN-SCOPE', FIELD, []],
  ['a call, for a setting that only reads answers', 'MESSAGE-FOREIGN-COUNT', STATUS, []],
  ['a clause of a setting on which whole areas depend', 'RULE-WAIT-DEFAULT', STATUS, []],
  ['a clause of no setting', 'V1-IMPORT-451', STATUS, []],
  ['a stale deviation', 'RULE-ACCOUNT-IDS', {}, []],
] as const)('%s', (_, clause, failure, settings) => {
  expect(decidingSettings({ clause, verdict: 'violated' }, { ...failure, isRefused: false })).toEqual(
    settings,
  );
});

test('a refused call names the settings of calls, and an upheld clause none', () => {
  const clause = 'RULE-WAIT-V2';
  expect(decidingSettings({ clause, verdict: 'unproven' }, { isRefused: true })).toEqual([
    'apiVersionSelectors',
  ]);
  expect(decidingSettings({ clause, verdict: 'upheld' }, { isRefused: true })).toEqual([]);
});

test('cases that the choices of a target switch off are counted, each setting once', () => {
  const [sample] = green.cases;
  const off = (['unknownIds', 'apiVersionSelectors', 'unknownIds'] as const).map((dependsOnSetting) => ({
    ...sample,
    dependsOnSetting,
  }));
  expect(leftOpenText({ cases: off })).toMatch(
    /^3 cases decide nothing: .* \(apiVersionSelectors, unknownIds\)\.$/,
  );
  expect(leftOpenText(green)).toBe('');
});
