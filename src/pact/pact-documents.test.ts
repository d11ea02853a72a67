// A stock tool finds everything that the pacts of calls ask for in the OpenAPI documents. It reads no messages.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import access from '../../contracts/generated/access.json' with { type: 'json' };
import webForm from '../../contracts/generated/web-form.json' with { type: 'json' };
import { pactPaths } from './pact-file.ts';

const [ofAccess, ofWebForms] = pactPaths().map((path) => JSON.parse(readFileSync(path, 'utf8')));

type Found = { readonly type: 'error' | 'warning' | 'info'; readonly message: string };
type Tool = { Comparator: new (options: object) => { compare(pact: object): AsyncIterable<Found> } };
/** The compiler does not find the types of the package. */
const require = createRequire(import.meta.url);
const { Comparator }: Tool = require('@pactflow/openapi-pact-comparator');

async function undocumented(pact: object, oas: object): Promise<string[]> {
  const found = await Array.fromAsync(new Comparator({ oas }).compare(pact));
  return found.filter(({ type }) => type !== 'info').map(({ message }) => message);
}

test('everything that the pacts ask for is documented', async () => {
  expect(await undocumented(ofAccess, access)).toEqual([]);
  expect(await undocumented(ofWebForms, webForm)).toEqual([]);
});

const edits: [what: string, from: string, to: string][] = [
  ['path', '/api/webForms/standalonePayment', '/api/webForms/payment'],
  ['status', '"status":201', '"status":302'],
  ['field of a response', '"expiresAt":"', '"endsAt":"'],
  ['value', '"type":"STANDALONE_PAYMENT"', '"type":"PAYMENT"'],
];
for (const [what, from, to] of edits) {
  test(`a ${what} that is not documented is found`, async () => {
    const edited = JSON.parse(JSON.stringify(ofWebForms).replace(from, to));
    expect(await undocumented(edited, webForm)).not.toEqual([]);
  });
}
