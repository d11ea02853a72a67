// Whatever command helps, guides, hints, explain and reports print is one that runs: it ends neither as wrong usage nor by a bug.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import clauses from '../../contracts/generated/clauses.json' with { type: 'json' };
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { PROJECT } from '../../scripts/project.ts';
import { faultRows, mappingFaults } from '../faults/generated/fault-rows.ts';
import { benignVariants } from '../faults/row-hooks.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { PROGRAM } from '../test-support/program.ts';
import { EXIT } from './exit-codes.ts';
import { verbs } from './verbs.ts';

const folder = mkdtempSync(join(tmpdir(), 'printed-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Of two names in one list, the first ones of a command are shared: `--only A` and `--only B` run as `--only A B`. */
const LAST_NAME = /(?<=--(?:only|fault) )\S+$/;
/** What a reader puts in. */
const PLACEHOLDERS = { WORD: 'url', ACCESS_URL: 'http://127.0.0.1:1', WEB_FORM_URL: 'http://127.0.0.1:2' };
const SERVERS = ['sandbox', 'mock', 'record', 'listen'];

/** The commands in a text, without the comments behind them, each from its verb on. */
function commandsIn(text: string): string[] {
  const lines = text.replace(/\s*\\\n\s*/g, ' ').replace(/\{\{run (\w+)\}\}/g, 'npm run -s $1 --');
  const printed = /(?:npm run -s (\w+) --|npx --no -- bank-access-contracts (\w+)) ([^\n`<]+)/g;
  return [...lines.matchAll(printed)].flatMap(([, ofClone, ofPackage, rest = '']) => {
    const verb = ofClone ?? ofPackage ?? '';
    const args = rest.replace(/ +#.*/, '').replace(/'$/, '').trim();
    return verb in verbs ? [`${verb} ${args}`] : [];
  });
}

/** Commands that differ only in the last name as one. */
function merged(commands: readonly string[]): string[] {
  const names = Map.groupBy(new Set(commands), (command) => command.replace(LAST_NAME, ''));
  return [...names].map(
    ([start, all]) => start + all.map((command) => LAST_NAME.exec(command)?.[0] ?? '').join(' '),
  );
}

/** What the program prints. */
const run = (args: string) =>
  spawnSync(process.execPath, [PROGRAM, ...args.split(' ')], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  }).stdout;

/** With a command beside a server that ends at once. */
function shellOf(command: string): string {
  const [verb = ''] = command.split(' ');
  const whole = command
    .replace(
      /\b(?:WORD|ACCESS_URL|WEB_FORM_URL)\b/g,
      (name) => PLACEHOLDERS[name as keyof typeof PLACEHOLDERS],
    )
    .replace(/ -- .*/, ' -- true')
    // stdout is that of a command beside it.
    .replace(/^record (?!.*--out)(.*?)(?: > \S+)?$/, 'record $1 --out seen.ndjson');
  return `'${process.execPath}' '${PROGRAM}' ${whole}${SERVERS.includes(verb) && !whole.includes(' -- ') ? ' -- true' : ''}`;
}

async function outcomeOf(command: string) {
  const child = spawn('bash', ['-c', `exec 2>&1; ${shellOf(command)}`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOOK_TOKEN: 'hook-token' },
    timeout: 60_000,
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const [exitCode] = await once(child, 'close');
  return { exitCode, said };
}

const guides = globSync(
  [
    'README.md',
    'docs/*.md',
    'contracts/{README.md,skills/**/*.md}',
    'src/{cli,report}/**/*.{md,yaml}',
    'src/cli/**/screens/**/*.txt',
  ],
  { cwd: PROJECT, exclude: ['src/report/**/screens/**'] },
).map((path) => readFileSync(join(PROJECT, path), 'utf8'));

test('every printed command runs, or says what it lacks here', async () => {
  const { ACCESS_URL, WEB_FORM_URL } = PLACEHOLDERS;
  run(`init bank.yaml --access-url ${ACCESS_URL} --web-form-url ${WEB_FORM_URL} --writes allowed`);
  const lines = Object.values(documentedRecords()).map((record) => `${JSON.stringify(record)}\n`);
  for (const name of ['before.ndjson', 'after.ndjson']) writeFileSync(join(folder, name), lines.join(''));
  for (const name of ['payment-v1.json', 'v1-payment.json'])
    writeFileSync(join(folder, name), JSON.stringify(examples.requests.createMoneyTransferV1.full));
  const known = [...clauses.clauses, ...faultRows, ...mappingFaults, ...benignVariants];
  const explained = run(`explain ${known.map(({ id }) => id).join(' ')}`);
  const failed = run('verify --target sandbox --fault FORM-URL-MISSING USER-ID-OTHER --verbose');
  const assessed = run('assess before.ndjson --guide GUIDE.md');
  const reports = globSync('{reports/junit.xml,GUIDE.md}', { cwd: folder }).map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  const texts = [...guides, explained, failed, assessed, ...reports];
  const commands = merged(texts.flatMap(commandsIn));
  expect(commands.length).toBeGreaterThan(60);
  const wrong: unknown[] = [];
  const inTurn = async () => {
    for (let command = commands.pop(); command !== undefined; command = commands.pop()) {
      const { exitCode, said } = await outcomeOf(command);
      if (exitCode === null || exitCode === EXIT.usage || exitCode === EXIT.internal)
        wrong.push([command.slice(0, 300), exitCode, said.slice(-300)]);
    }
  };
  await Promise.all([inTurn(), inTurn(), inTurn()]);
  expect(wrong).toEqual([]);
}, 600_000);
