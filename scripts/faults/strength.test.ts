// What a run of the faults comes to, and what the terminal says of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { type FaultResult, type Strength, strengthResult, strengthText } from './strength.ts';

const fault = (id: string, more: Partial<FaultResult> = {}): FaultResult => ({
  id,
  class: 'status',
  clause: 'V1-IMPORT-451',
  says: 'answers with 200',
  verdict: 'caught',
  isCaughtAlone: true,
  caughtBy: [],
  ...more,
});
const variant: Strength['variants'][number] = {
  id: 'MORE',
  allowedBy: 'more is not wrong',
  says: 'adds a field',
  verdict: 'passed',
  alarms: [],
};
const alarm = { ...variant, verdict: 'false alarm', alarms: ['V2-FORM at /: x', 'V2-FORM at /: y'] } as const;
const good: Strength = { faults: [fault('A')], variants: [variant], untried: [] };
const survived = fault('B', { verdict: 'survived', reason: 'no case sees it' });
const open = fault('D', { verdict: 'unproven', reason: 'no token', class: 'headers' });
const blamed = fault('E', { alsoViolated: ['V2-FORM'] });

const none: Strength = { faults: [], variants: [], untried: [] };

test.each<[string, Strength, ReturnType<typeof strengthResult>]>([
  ['all is caught', good, { judged: 2, wrong: 0 }],
  ['a fault survives', { ...good, faults: [survived] }, { judged: 2, wrong: 1 }],
  ['a fault leaves its clause unproven', { ...good, faults: [open] }, { judged: 2, wrong: 0 }],
  ['nothing could be judged', none, { judged: 0, wrong: 0 }],
  ['a variant raises an alarm', { ...good, variants: [alarm] }, { judged: 2, wrong: 1 }],
  ['a clause has no fault', { ...good, untried: ['V2-FORM'] }, { judged: 2, wrong: 1 }],
])('%s', (_, strength, result) => {
  expect(strengthResult(strength)).toEqual(result);
});

test('the screen of a whole run, and of one that ran nothing', async () => {
  const faults = [fault('A'), survived, open, blamed];
  const whole: Strength = { faults, variants: [variant, alarm], untried: ['V2-FORM'] };
  const screens = [whole, none].map(strengthText);
  await expect(screens.join('\n=====\n\n')).toMatchFileSnapshot('screens/strength.txt');
});

test('the line of the README says what the committed run came to', () => {
  const [committed, readme] = ['reports/strength.json', 'README.md'].map((path) =>
    readFileSync(join(PROJECT, path), 'utf8'),
  );
  const { faults, untried } = JSON.parse(committed ?? '') as Strength;
  const of = (verdict: string) => faults.filter((one) => one.verdict === verdict).length;
  const caught = Math.floor((of('caught') / faults.length) * 100);
  expect(readme?.replace(/\s+/g, ' ')).toContain(
    `The cases catch ${of('caught')} of the ${faults.length} faults that we wrote ourselves (${caught} %), and ${of('unproven')} more leave a clause unproven.`,
  );
  expect([of('survived'), untried]).toEqual([0, []]);
});
