// Files that are no pacts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readPact } from './pact-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PARTIES = '"consumer":{"name":"a"},"provider":{"name":"b"}';
const broken: [text: string, words: string][] = [
  ['{"consumer":', 'it is not JSON.'],
  ['[]', 'it names no consumer and provider.'],
  ['null', 'it names no consumer and provider.'],
  [
    '{"consumer":{"name":"a"},"provider":"b","interactions":[{"description":"c"}]}',
    'it names no consumer and provider.',
  ],
  [`{${PARTIES}}`, 'it has no interactions, each with a description.'],
  [`{${PARTIES},"interactions":[]}`, 'it has no interactions, each with a description.'],
  [`{${PARTIES},"interactions":[null]}`, 'it has no interactions, each with a description.'],
];
for (const [text, words] of broken) {
  test(`a file with ${text} is no pact: ${words}`, () => {
    const path = join(folder, 'pact.json');
    writeFileSync(path, text);
    expect(() => readPact(path)).toThrow(`${path} is no pact: ${words}`);
  });
}
