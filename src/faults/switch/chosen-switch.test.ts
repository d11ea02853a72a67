// A fault of one's own is refused where a slip of its author would leave the sandbox without any.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chosenSwitch } from './chosen-switch.ts';

const GOOD = "id: 'MY-202', clause: 'V2-IMPORT-201', seams: () => ({ answer: (answer) => answer })";

async function chosen(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'fault-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'my-fault.mjs'), text);
  return chosenSwitch(['./my-fault.mjs'], (path) => join(folder, path));
}

test('a module with a fault is one, beside those of the catalogue', async () => {
  const { choose } = await chosen(`export default { ${GOOD} }`);
  expect(await choose(['MY-202', 'STATUS-V1-IMPORT-200'])).toBeUndefined();
});

test.each([
  ['export default 1', 'it has no id or no seams()'],
  ['export const fault = 1', 'it has no id or no seams()'],
  [`export default { ${GOOD.replace('V2-IMPORT-201', 'NO-SUCH')} }`, 'its clause is none of the ledger'],
  [
    `export default { ${GOOD.replace('({ answer: (answer) => answer })', '5')} }`,
    'its seams() gives no seam',
  ],
  [`export default { ${GOOD.replace('answer:', 'anser:')} }`, 'it has the unknown seam "anser"'],
  [`export default { ${GOOD.replace('MY-202', 'STATUS-V1-IMPORT-200')} }`, 'has the id of another one'],
  ['export default {', 'cannot be loaded'],
])('%s', async (text, says) => {
  await expect(chosen(text)).rejects.toThrow(says);
  await expect(chosen(text)).rejects.toMatchObject({ exitCode: 2 });
});

test('an id that is none, and a fault of a mapping, are wrong usage', async () => {
  for (const id of ['NO-SUCH', 'MAPPING-BANK-ID-BARE']) {
    await expect(chosenSwitch([id], String)).rejects.toMatchObject({ exitCode: 64 });
  }
  await expect(chosenSwitch(['NO-SUCH'], String)).rejects.toThrow(
    '--fault "NO-SUCH" is no fault that a provider can have; the ids stand in contracts/faults/ and contracts/clauses/events/',
  );
});
