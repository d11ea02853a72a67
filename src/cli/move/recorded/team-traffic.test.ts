// The traffic of a team that nobody has tidied: what check finds in it, and nothing else, was written by hand before.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { Finding } from '../../../../contracts/src/base/finding.ts';
import { callVerbIn } from '../../../test-support/call-verb.ts';
import { jsonLines } from '../../../test-support/recorded-calls.ts';
import { checkCommand } from '../../recordings/check.ts';

const text = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const files = { 'team.har': text('team-traffic.har') };
const expected: string[][] = parse(text('team-traffic.check.csv'), { fromLine: 2 });

test('check finds what is expected, and nothing else', async () => {
  const { stdout, exitCode } = await callVerbIn(checkCommand(), ['team.har', '--json'], files);
  const found = jsonLines(stdout).flatMap(({ index, findings = [] }) =>
    findings.map(({ about, clause, pointer }: Finding) => [about, clause, `${index}`, pointer]),
  );
  expect(found.toSorted()).toEqual(expected.toSorted());
  expect(exitCode).toBe(1);
});

test('no credential of the traffic is printed, nor how long one is', async () => {
  const { stdout, stderr } = await callVerbIn(checkCommand(), ['team.har'], files);
  expect(`${stdout}${stderr}`).not.toMatch(
    /made-up-(access-token|secret|refresh|password)|text of \d+ character/,
  );
});
