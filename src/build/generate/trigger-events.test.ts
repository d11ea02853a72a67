// What a file of openapi/messages/ must have, and that two of them do not claim one place.
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { EventResolver } from './trigger-events.ts';

/** The files of the project, one of them edited. */
function edited(file: string, from: string, to: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'messages-'));
  cpSync(join(PROJECT, 'openapi/messages'), folder, { recursive: true });
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, file), text.replaceAll(from, to));
  return relative(PROJECT, folder);
}

for (const [says, [file, from, to], message] of [
  ['a place that stands twice', ['low-account-balance.yaml', 'place: 5', 'place: 4'], /place is 4, /],
  ['a place that leaves a gap', ['new-terms-and-conditions.yaml', 'place: 8', 'place: 9'], /place is 9, /],
  ['no examples of rules', ['new-transactions.yaml', 'ruleExamples:', 'x-examples:'], /an event has /],
  ['no params', ['bank-login-error.yaml', 'BankLoginErrorParams:', 'Other:'], /an event has /],
  ['a message that names no event', ['low-account-balance.yaml', 'const:', 'x-const:'], /an event has /],
] as const) {
  test(`${says} stops the generator`, () => {
    const folder = edited(file, from, to);
    expect(() => new EventResolver(folder)).toThrow(message);
  });
}
