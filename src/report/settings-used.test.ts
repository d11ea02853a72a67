// Which settings could have changed a verdict, and how many cases the choices of a target switch off.

import { expect, test } from 'vitest';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import type { Finding } from '../../contracts/src/base/finding.ts';
import { targetSettings } from '../runner/targets/target-file.ts';
import type { ClauseResult } from '../runner/verdict.ts';
import { green } from '../test-support/sample-runs.ts';
import { decidingSettings, leftOpenText, settingsNote, usedSettings } from './settings-used.ts';

test('every setting is there with value, default and the judged clauses', () => {
  const clauses: ClauseResult[] = [
    { clause: 'AUTH-TOKEN-CALL', verdict: 'upheld' },
    { clause: 'AUTH-TOKEN-SCOPE', verdict: 'violated' },
    { clause: 'AUTH-TOKEN-EXPIRED', verdict: 'out of reach' },
  ];
  const used = usedSettings({ settings: targetSettings({ tokenEncoding: 'json' }), clauses });
  expect(used.length).toBe(openFacts.facts.filter(({ setting }) => setting !== undefined).length);
  const own = ['AUTH-TOKEN-CALL', 'AUTH-TOKEN-SCOPE'];
  expect(used).toContainEqual({ setting: 'tokenEncoding', value: 'json', default: 'form', clauses: own });
  expect(used).toContainEqual({ setting: 'userExists', value: 'refused', default: 'refused', clauses: [] });
});

const day = String.raw`\d\d\.\d\d\.\d{4}`;
test.each([
  ['unproven, of one setting', 'MESSAGE-FOREIGN-COUNT', ['transactionsCounted']],
  ['unproven, of a setting on which whole areas depend', 'RULE-WAIT-DEFAULT', []],
  ['violated: a setting would silence it', 'MESSAGE-FOREIGN-COUNT', [], { kind: 'value' }],
  ['violated, of unknown kind', 'MESSAGE-FOREIGN-COUNT', [], {}],
  ['violated: a field of a later version', 'MESSAGE-HIGH-DETAILS-ADJUSTING', [], { kind: 'missing' }],
  [
    'violated: a time in another format',
    'V2-FORM-EXPIRES-AT',
    ['toleratedTimeFormats'],
    { kind: 'format', format: day },
  ],
  ['violated: what is no time', 'V2-FORM-EXPIRES-AT', [], { kind: 'format' }],
] as const)('what is offered for a clause that is %s', (_, clause, settings, found?: Partial<Finding>) => {
  expect(decidingSettings(clause, found)).toEqual(settings);
});

test.each([
  ['transactionsCounted', {}, [], 'transactionsCounted: qualifying'],
  ['transactionsCounted', { transactionsCounted: 'qualifying' }, [], 'transactionsCounted: either'],
  [
    'toleratedTimeFormats',
    { toleratedTimeFormats: { createdAt: ['a'], date: ['b'] } },
    [
      { pointer: '/response/body/expiresAt', format: day },
      { pointer: '/response/body/createdAt', format: day },
    ],
    String.raw`toleratedTimeFormats: { createdAt: [a, "\\d\\d\\.\\d\\d\\.\\d{4}"], date: [b], expiresAt: ["\\d\\d\\.\\d\\d\\.\\d{4}"] }`,
  ],
] as const)('a line that %s may explain has another value of it to paste', (name, written, times, yaml) => {
  const used = usedSettings({ settings: targetSettings(written as object), clauses: [] });
  expect(settingsNote(used, [name], times)).toMatch(/^judged with /);
  expect(settingsNote(used, [name], times)?.split(', as in ')[1]).toBe(`settings: { ${yaml} }`);
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
