// Pacts that ask for what is not documented, and files that are no pacts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkPacts, undocumentedInPact } from './check-pacts.ts';
import { pactPaths, readPact } from './pact-file.ts';

const [ofAccess = '', ofWebForms = '', ofMessages = ''] = pactPaths();
const folder = mkdtempSync(join(tmpdir(), 'pact-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(text: string): string {
  const path = join(folder, 'pact.json');
  writeFileSync(path, text);
  return path;
}

/** A copy that is changed at one place of its text. */
function copied(path: string, from: string, to: string): string {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  return written(text.replace(from, to));
}

test('everything that the pacts of this project ask for is documented', async () => {
  for (const path of pactPaths()) expect(await undocumentedInPact(readPact(path))).toEqual([]);
});

const edits: [says: string, path: string, from: string, to: string][] = [
  ['a field of a request', ofAccess, '"bankId": 280001,\n', '"bankID": 280001,\n'],
  ['a field of an answer', ofAccess, '"statusV2": "OPEN"', '"statusV3": "OPEN"'],
  ['a parameter of a token request', ofAccess, 'grant_type=password', 'device=1&grant_type=password'],
  ['a header of an answer', ofAccess, '"location": [', '"x-location": ['],
  ['a value that is in no list', ofWebForms, '"type": "STANDALONE_PAYMENT"', '"type": "PAYMENT"'],
  ['a field of a form', ofWebForms, '"expiresAt": "', '"endsAt": "'],
  ['a status', ofWebForms, '"status": 201', '"status": 302'],
  ['a path', ofWebForms, '/standalonePayment"', '/payment"'],
  ['a message', ofMessages, '"triggerEvent": "LOW_ACCOUNT_BALANCE"', '"triggerEvent": "LOW"'],
  ['a field of a message', ofMessages, '"balanceThreshold": 250.5', '"threshold": 250.5'],
  ['a field of an item of a message', ofMessages, '"errorCode": "WRONG', '"reason": "WRONG'],
];
for (const [says, path, from, to] of edits) {
  test(`a pact that asks for ${says} which is not documented is violated, and nothing is sent`, async () => {
    // Nothing is sent to a target.
    const [report] = await checkPacts([copied(path, from, to)], { chosenBy: 'x', path: 'nowhere.yaml' });
    expect(report?.verdict).toBe('violated');
    expect(report?.lines.length).toBeGreaterThan(1);
    expect(report?.lines[0]).toContain('asks for what is not documented');
  });
}

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
    const path = written(text);
    expect(() => readPact(path)).toThrow(`${path} is no pact: ${words}`);
  });
}

test('a state without a world of its name is reported', async () => {
  const path = copied(ofWebForms, '"name": "one-account"', '"name": "a-rich-uncle"');
  const target = { chosenBy: 'sandbox', path: 'sandbox' };
  await expect(checkPacts([path], target)).rejects.toThrow(
    'no world has the name of the state "a-rich-uncle"',
  );
});
