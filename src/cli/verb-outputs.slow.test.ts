// What listen, mock and sandbox print for machines is valid by the schema that is published for it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import exampleMessages from '../../contracts/generated/example-messages.json' with { type: 'json' };
import { outputFaults } from '../test-support/output-faults.ts';
import { PROGRAM } from '../test-support/program.ts';

const PROJECT = new URL('../../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'outputs-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const ENV = { ...process.env, INIT_CWD: folder, DATA_DECRYPTION_KEY: '' };

/** The lines that a verb prints until the test is over. */
function started(verb: string, ...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, verb, ...args], {
    cwd: PROJECT,
    env: ENV,
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async () => JSON.parse(String((await lines.next()).value));
}

test('a line of listen --json', async () => {
  const line = started('listen', '--json', '--port', '0');
  const ready = await line();
  expect(outputFaults('listen', ready)).toEqual([]);
  const good = exampleMessages.messages.NEW_TRANSACTIONS.full;
  for (const [body, verdict] of [
    [good, 'upheld'],
    [{ ...good, newTransactions: Array(200).fill(1) }, 'violated'],
    [{ triggerEvent: 'OTHER' }, 'not-judged'],
    [[], 'not-judged'],
  ] as const) {
    await fetch(ready.url, { method: 'POST', body: JSON.stringify(body) });
    const printed = await line();
    expect(printed.verdict).toBe(verdict);
    expect(outputFaults('listen', printed)).toEqual([]);
    // The third says that its branch does not hold.
    expect(outputFaults('listen', { ...printed, findings: undefined, reason: 'x' })).toHaveLength(3);
  }
});

test('the line of mock and the line of sandbox', async () => {
  for (const [verb, ...flags] of [
    ['mock', '--port', '--web-form-port'],
    ['sandbox', '--port', '--web-form-port', '--control-port'],
  ] as const) {
    const ready = await started(verb, ...flags.flatMap((flag) => [flag, '0']))();
    expect(outputFaults(verb, ready)).toEqual([]);
    expect(outputFaults(verb, { ...ready, accessUrl: 1, more: 1 })).toHaveLength(2);
  }
});
