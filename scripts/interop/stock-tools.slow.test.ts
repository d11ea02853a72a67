// Each check fails where what it reads has a mistake, and says which.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checks, type Ground, groundIn, wrongOf } from './stock-tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'interop-test-'));
let at: Ground;
afterAll(async () => {
  await at.sandbox.stop();
  rmSync(folder, { recursive: true });
});
beforeAll(async () => {
  at = await groundIn(folder, inject('packed').path);
}, 600_000);

const ENVELOPE = '"$ref": "#/components/schemas/WebFormRequiredV1"';
const ANYTHING = '"description": "Anything."';

/** By hand, one for each way in which a check looks: the tool, what is wrong where, and the words of the tool. */
test.each([
  ['@redocly/cli 2', 'generated/access.json', '"expires_in": 3600', '"expires_in": "soon"', 'examples'],
  ['postmanv2', 'generated/web-form.json', '/standalonePayment": {', '/payment": {', 'standalonePayment'],
  ['@asyncapi/parser', 'generated/asyncapi.json', '"action": "send"', '"action": "sent"', 'asyncapi'],
  ['respect', 'generated/flows.arazzo.json', 'Code == 451', 'Code == 201', '$statusCode == 201'],
  ['typescript 5', 'dist/src/json.entry.d.ts', 'export', 'export const x: Missing; export', 'Missing'],
  ['hono', 'dist', 'V2-PAYMENT-EXECUTION-DATE', 'V2-PAYMENT-EXECUTION-DAY', 'EXECUTION-DAY: executionDate'],
  ['jest', 'dist', 'V2-FORM-URL', 'V2-FORM-OTHER', 'V2-FORM-URL'],
  ['pact-stub-server', 'dist', 'webForms/standalonePayment', 'webForms/payment', 'exit'],
  [
    'spectral',
    'generated/access.json',
    '"createUser"',
    '"create user"',
    'operation-operationId-valid-in-url',
  ],
  ['openapi-typescript', 'generated/access.json', '"451": {', '"452": {', "'451' does not exist"],
  ['openapi-fetch', 'generated/access.json', ENVELOPE, ANYTHING, 'openapi-fetch.mts'],
  ['orval 7', 'generated/access.statuses.json', ENVELOPE, ANYTHING, 'orval-types.mts'],
  ['orval 8', 'generated/access.statuses.json', ENVELOPE, ANYTHING, 'orval-types.mts'],
  ['hey-api', 'generated/access.json', ENVELOPE, ANYTHING, 'hey-types.mts'],
  ['specmatic', 'generated/web-form.statuses.json', '"201": {', '"202": {', 'Failures: 4'],
  [
    'modelina',
    'generated/asyncapi.json',
    'LowAccountBalanceMessage',
    'A balance is low',
    'LowAccountBalanceMessage',
  ],
  ['schema-to-typescript', 'generated/schemas', 'NewTermsAndConditions', 'Terms', 'and not'],
  ['python3', 'generated/schemas/createUser.request.json', '"type": "object"', '"type": "objekt"', 'objekt'],
  ['prism-cli', 'generated/access.json', '"expires_in": 3600', '"expires_in": "soon"', 'mock fails: 1 of'],
  ['publint', 'package.json', './dist/src/json.entry.js', './dist/src/none.js', 'none.js'],
  ['arethetypeswrong', 'package.json', './dist/cjs/validators', './dist/validators', 'dynamic import only'],
  ['pact-verifier', 'docs/pacts.md', 'WEB_FORM_REQUIRED', 'OTHER', 'V1-451-LOCATION'],
  ['vitest 4', 'dist/src/integrations/vitest.entry.d.ts', 'Chai', 'Other', 'toMatchContract'],
  ['esbuild', 'dist', 'V2-FORM-URL', 'V2-FORM-OTHER', 'V2-FORM-URL'],
  ['bun', 'dist', 'to: "bank.id"', 'to: "bank.number"', 'number'],
  ['node 20', 'dist', 'to: "bank.id"', 'to: "bank.number"', 'number'],
] as const)(
  '%s finds a mistake in %s',
  async (tool, place, good, bad, words) => {
    const restore = replaced(join(at.installed, place), good, bad);
    try {
      const [check] = checks.filter((each) => each.tool.includes(tool)) as [(typeof checks)[number]];
      expect((await wrongOf(check, at))?.join('\n')).toContain(words);
    } finally {
      restore();
    }
  },
  600_000,
);

/** Replaces a text in a file, or in all files of a folder that have it; gives what puts them back. */
function replaced(path: string, good: string, bad: string): () => void {
  const files = /\.\w+$/.test(path)
    ? [path]
    : readdirSync(path, { recursive: true })
        .map((name) => join(path, `${name}`))
        .filter((name) => /\.js(on)?$/.test(name));
  const texts = files
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
    .filter(([, text]) => text.includes(good));
  expect(texts).not.toEqual([]);
  for (const [file, text] of texts) writeFileSync(file, text.replaceAll(good, bad));
  return () => {
    for (const [file, text] of texts) writeFileSync(file, text);
  };
}
