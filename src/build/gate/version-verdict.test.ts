// The gate reads version numbers as npm does, by what `^` covers.
import { expect, test } from 'vitest';
import { type Bump, type GateRow, gateRow } from './changes.ts';
import { gateVerdict } from './version-verdict.ts';

const ROWS: Record<Bump | 'none', GateRow[]> = {
  major: [gateRow('a', '', 'b', 'readers'), gateRow('a', '', 'c', 'patch')],
  minor: [gateRow('a', '', 'b', 'minor'), gateRow('a', '', 'c', 'patch')],
  patch: [gateRow('a', '', 'c', 'patch')],
  none: [],
};

const TABLE: [earlier: string, later: string, changes: keyof typeof ROWS, honest: boolean, lowest: string][] =
  [
    ['1.2.3', '2.0.0', 'major', true, '2.0.0'],
    ['1.2.3', '1.3.0', 'major', false, '2.0.0'],
    ['1.2.3', '1.3.0', 'minor', true, '1.3.0'],
    ['1.2.3', '1.2.4', 'minor', false, '1.3.0'],
    ['1.2.3', '1.2.4', 'patch', true, '1.2.4'],
    ['1.2.3', '1.2.3', 'patch', false, '1.2.4'],
    ['1.2.3', '1.2.3', 'none', true, '1.2.3'],
    ['1.2.3', '2.0.0', 'none', true, '1.2.3'],
    ['1.2.3', '2.0.0', 'patch', true, '1.2.4'],
    ['1.2.3', '1.2.2', 'none', false, '1.2.3'],
    ['1.2.3', '0.9.0', 'major', false, '2.0.0'],
    // Below 1.0.0 the second number is the major one, and the third carries the rest.
    ['0.1.0', '0.2.0', 'major', true, '0.2.0'],
    ['0.1.0', '0.1.1', 'major', false, '0.2.0'],
    ['0.1.0', '1.0.0', 'major', true, '0.2.0'],
    ['0.1.0', '0.1.1', 'minor', true, '0.1.1'],
    ['0.1.0', '0.1.0', 'minor', false, '0.1.1'],
    ['0.1.0', '0.1.1', 'patch', true, '0.1.1'],
    // Below 0.1.0 `^` covers one number only.
    ['0.0.3', '0.0.4', 'major', true, '0.0.4'],
    ['0.0.3', '0.0.3', 'major', false, '0.0.4'],
    // What is tried out counts for the release that it becomes.
    ['1.2.3', '1.3.0-rc.1', 'major', false, '2.0.0'],
    ['1.2.3', '2.0.0-rc.1', 'major', true, '2.0.0'],
    ['0.1.0', '0.2.0-rc.1', 'major', true, '0.2.0'],
  ];

for (const [earlier, later, changes, honest, lowest] of TABLE) {
  test(`${earlier} to ${later} with ${changes} is ${honest ? 'honest' : 'not honest'}`, () => {
    const demanded = changes === 'none' ? undefined : changes;
    expect(gateVerdict(earlier, later, ROWS[changes])).toEqual({ honest, demanded, lowest });
  });
}
