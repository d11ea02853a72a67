// A broken clause names the settings that it leans on where they are few clauses', with the value that the run took.
import { expect, test } from 'vitest';
import { withDefaults } from '../drive/targets/target-settings.ts';
import { leanedSettings } from './leaned-settings.ts';
import { leaningText } from './leaning-text.ts';

const settings = leanedSettings({ settings: withDefaults({ paramsForm: 'strings' }), clauses: [] });
const textOf = leaningText({ settings, cases: [], clauses: [] });

test('a setting is named with its value, at its default too', () => {
  expect(textOf('RULE-ACCOUNT-IDS')).toBe(
    'judged with unknownIds: accepted, a setting of the target file for what the documentation leaves open',
  );
  expect(textOf('MESSAGE-FOREIGN-COUNT')).toBe(
    'judged with transactionsCounted: qualifying, a setting of the target file for what the documentation leaves open',
  );
});

test('several settings stand on one line', () => {
  expect(textOf('MESSAGE-LOW-FIRES')).toBe(
    'judged with bigDecimalForm: number and numberPrecision: decimal, settings of the target file for what the documentation leaves open',
  );
});

test('a setting on which whole areas lean is not named, nor one that a result does not tell', () => {
  expect(textOf('RULE-WAIT-DEFAULT')).toBeUndefined();
  expect(textOf('V1-IMPORT-451')).toBeUndefined();
  expect(leaningText({ settings: [], cases: [], clauses: [] })('RULE-ACCOUNT-IDS')).toBeUndefined();
});

test('a stale deviation leans on nothing', () => {
  const clause = 'RULE-ACCOUNT-IDS';
  const found = { clause, verdict: 'violated', reason: 'its deviation is stale' } as const;
  expect(leaningText({ settings, cases: [], clauses: [found] })(clause)).toBeUndefined();
  const cases = [{ findings: [{ clause, pointer: '', message: '' }] }] as const;
  expect(leaningText({ settings, cases, clauses: [found] })(clause)).toMatch(
    /^judged with unknownIds: accepted/,
  );
});
