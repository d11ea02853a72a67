// `fire --proof` of the package before handlers with Express, Fastify and plain Node: two right ones are quiet, three faulty ones red.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { toolPath } from '../interop/installed-tools.ts';
import { PROJECT } from '../project.ts';
import { consumerOf } from './consumer.ts';

const ground = mkdtempSync(join(tmpdir(), 'handlers-'));
afterAll(() => rmSync(ground, { recursive: true }));
const consumer = consumerOf(inject('packed').path, join(ground, 'consumer'));
consumer.putBeside({ express: join(PROJECT, 'node_modules/express'), fastify: toolPath('fastify') });
copyFileSync(join(PROJECT, 'scripts/interop/consumer/handlers.mjs'), join(consumer.folder, 'handlers.mjs'));

const KINDS: Record<string, [exitCode: number, says: RegExp]> = {
  exact: [0, /shows (\d+) of \1 values/],
  tables: [0, /shows (\d+) of \1 values/],
  doubles: [1, /balances of 20 digits.*; newBalance \d{18}\.90 seen as \d{18};/],
  swallows: [1, /^LOW_ACCOUNT_BALANCE, sending 1 of 2: 20\d; 0 of 23 values seen/m],
  twice: [1, /^LOW_ACCOUNT_BALANCE, sending 2 of 2: 20\d; the view has changed: counted twice$/m],
};
const cases = ['plain', 'express', 'fastify'].flatMap((framework) =>
  Object.entries(KINDS).map(([kind, due]) => [framework, kind, ...due] as const),
);

test.each(cases)('%s, a handler that is %s', async (framework, kind, due, says) => {
  const fire =
    'npx --no -- bank-access-contracts fire LOW_ACCOUNT_BALANCE --edge-cases --repeat 2 --proof-wait 1';
  const { exitCode, stdout, stderr } = await consumer.run('node', [
    'handlers.mjs',
    framework,
    kind,
    ...fire.split(' '),
  ]);
  expect(stdout + stderr).toMatch(says);
  expect(exitCode).toBe(due);
});
