/** The report names each setting with its default and the verdicts that lean on it; the screen only those that were given. */
import { expect, test } from 'vitest';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { withDefaults } from '../drive/targets/target-settings.ts';
import type { ClauseResult, TargetRun } from '../drive/verdict.ts';
import { leanedSettings } from './leaned-settings.ts';
import { runJson } from './run-json.ts';
import { green } from './sample-runs.ts';
import { plain } from './terminal/look.ts';
import { settingsText } from './terminal/settings.ts';

const settings = withDefaults({
  tokenEncoding: 'json',
  webFormHosts: ['forms.example'],
  userExists: 'accepted',
  apiVersionPrefixes: { v1: '/one' },
});
const clauses: ClauseResult[] = [
  { clause: 'AUTH-TOKEN-CALL', verdict: 'upheld' },
  { clause: 'AUTH-TOKEN-SCOPE', verdict: 'violated' },
  { clause: 'AUTH-TOKEN-EXPIRED', verdict: 'out of reach' },
  { clause: 'V2-FORM-URL-HOST', verdict: 'upheld' },
];
const run: TargetRun = { ...green, settings, clauses };
const ALL = openFacts.facts.filter(({ setting }) => setting !== undefined).length;

test('every setting is there with value, default and the clauses that came to a verdict', () => {
  const leaned = leanedSettings(run);
  expect(leaned.length).toBe(ALL);
  expect(leaned).toContainEqual({
    setting: 'tokenEncoding',
    value: 'json',
    default: 'form',
    clauses: ['AUTH-TOKEN-CALL', 'AUTH-TOKEN-SCOPE'],
  });
  expect(leaned).toContainEqual({
    setting: 'userExists',
    value: 'accepted',
    default: 'refused',
    clauses: [],
  });
  const [target] = JSON.parse(runJson([run])).targets;
  expect(target.settings).toEqual(leaned);
});

test('the screen tells what is not at its default in a line each, and counts the others', () => {
  expect(settingsText(run, plain)).toBe(`Settings

  webFormHosts   [forms.example]: 1 verdict leans on it
  tokenEncoding  json: 2 verdicts lean on it
  no verdict leans on apiVersionPrefixes, userExists
  ${ALL - 4} settings at their default: see run.json

`);
});

test('without a given setting there is one line, and none is wider than the screen', () => {
  expect(settingsText(green, plain)).toBe(`  ${ALL} settings at their default: see run.json\n\n`);
  const long = withDefaults({
    fieldAliases: { createdAt: Array.from({ length: 9 }, (_, at) => `created${at}`) },
  });
  const lines = settingsText({ ...run, settings: long }, { ...plain, width: 80 }).split('\n');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.join('\n')).toContain('created8');
});
