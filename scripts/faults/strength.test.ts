// What a run of the faults comes to, and what the terminal says of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { type FaultResult, type Strength, strengthOutcome, strengthText } from './strength.ts';

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

test.each<[string, Partial<Strength>, { isPartial?: boolean; interrupted?: 'SIGTERM' }, string]>([
  ['all is caught', {}, {}, 'upheld'],
  ['a fault survives', { faults: [survived] }, {}, 'violated'],
  ['a fault leaves its clause unproven', { faults: [open] }, {}, 'upheld'],
  ['there is no variant', { variants: [] }, { isPartial: true }, 'upheld'],
  ['nothing could be judged', { faults: [], variants: [] }, { isPartial: true }, 'unproven'],
  ['a variant raises an alarm', { variants: [alarm] }, {}, 'violated'],
  ['a clause has no fault', { untried: ['V2-FORM'] }, {}, 'violated'],
  ['a clause has no fault in a part', { untried: ['V2-FORM'] }, { isPartial: true }, 'upheld'],
  ['it was interrupted', {}, { isPartial: true, interrupted: 'SIGTERM' }, 'unproven'],
])('%s', (_, more, ending, outcome) => {
  expect(strengthOutcome({ ...good, ...more }, { isPartial: false, ...ending })).toBe(outcome);
});

test('the screen of a whole run, and of one that was interrupted', async () => {
  const faults = [fault('A'), survived, open, blamed];
  const whole = { faults, variants: [variant, alarm], untried: ['V2-FORM' as const] };
  const cut = { isPartial: true, interrupted: 'SIGTERM' } as const;
  const screens = [
    strengthText(whole, { isPartial: false }),
    strengthText({ faults: [], variants: [], untried: [] }, cut),
  ];
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
