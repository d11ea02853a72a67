// Which settings could have changed a verdict, and how many cases the choices of a target switch off.
import { expect, test } from 'vitest';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import type { FindingKind } from '../../contracts/src/judge/clause-check.ts';
import { withDefaults } from '../runner/targets/target-file.ts';
import type { ClauseResult } from '../runner/verdict.ts';
import { green } from '../test-support/sample-runs.ts';
import { decidingSettings, leftOpenText, settingsNote, usedSettings } from './settings-used.ts';

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

test.each([
  ['of one setting', 'MESSAGE-FOREIGN-COUNT', ['transactionsCounted']],
  ['of a field that a later version has', 'MESSAGE-HIGH-DETAILS-ADJUSTING', ['serviceVersion'], 'missing'],
  ['of that field with a wrong value', 'MESSAGE-HIGH-DETAILS-ADJUSTING', [], 'type'],
  ['of a time in another format', 'V2-FORM-EXPIRES-AT', ['toleratedTimeFormats'], 'format'],
  ['of a time that is missing', 'V2-FORM-EXPIRES-AT', [], 'missing'],
  ['of a time of which no more is known', 'V2-FORM-EXPIRES-AT', []],
  ['of a setting on which whole areas depend', 'RULE-WAIT-DEFAULT', []],
  ['of no setting', 'V1-IMPORT-451', []],
] as const)('the verdict of a clause %s', (_, clause, settings, kind?: FindingKind) => {
  expect(decidingSettings(clause, kind)).toEqual(settings);
});

test.each([
  ['transactionsCounted', {}, undefined, 'transactionsCounted: all'],
  ['transactionsCounted', { transactionsCounted: 'all' }, undefined, 'transactionsCounted: qualifying'],
  [
    'toleratedTimeFormats',
    {},
    '/response/body/expiresAt',
    String.raw`toleratedTimeFormats: { expiresAt: ["\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"] }`,
  ],
] as const)('a line that %s may explain has another value of it to paste', (name, written, pointer, yaml) => {
  const used = usedSettings({ settings: withDefaults(written), clauses: [] });
  expect(settingsNote(used, [name], pointer)).toMatch(/^judged with /);
  expect(settingsNote(used, [name], pointer)?.split(', as in ')[1]).toBe(`settings: { ${yaml} }`);
});

test('cases that the choices of a target switch off are counted, each setting once', () => {
  const [sample] = green.cases;
  const off = (['unknownIds', 'apiVersionSelectors', 'unknownIds'] as const).map((dependsOnSetting) => ({
    ...sample,
    dependsOnSetting,
  }));
  expect(leftOpenText({ cases: off })).toMatch(/^3 cases skipped: .* \(apiVersionSelectors, unknownIds\)\.$/);
  expect(leftOpenText(green)).toBe('');
});
