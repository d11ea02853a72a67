/** Plays rounds of a verb on a hostile provider, on one with a fault or on a damaged recording, until a round breaks a rule. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Command, InvalidArgumentError } from 'commander';
import fc from 'fast-check';
import ledger from '../contracts/generated/clauses.json' with { type: 'json' };
import { CheckFailed } from '../contracts/src/base/errors.ts';
import { run } from '../src/cli/exit-codes.ts';
import { faultRows } from '../src/faults/generated/fault-rows.ts';
import { chosenSwitch } from '../src/faults/switchable-faults.ts';
import { createSandbox } from '../src/sandbox/create-sandbox.ts';
import { documentedRecords } from '../src/test-support/documented-records.ts';
import * as proxy from '../src/test-support/hostile-proxy.ts';
import { PRINT_MEMORY, PROGRAM } from '../src/test-support/program.ts';

const MOST_MEGABYTES = 600;
const LONGEST_MS = 240_000;
/** The calls before the first case. */
const NORMAL_CALLS = 12;
const REPORTS = ['ctrf.json', 'index.html', 'junit.xml', 'run.json', 'verify.sarif'];

const MODES = {
  normal: proxy.normal,
  reset: proxy.reset,
  cut: proxy.cut,
  silent: proxy.silent,
  delayed: proxy.delayed(200),
  'delayed too long': proxy.delayed(3000),
  'flood of text': proxy.flood(20, ['"', 'x', '"']),
  'flood of objects': proxy.flood(5, ['[', '{},', '{}]']),
  'packed bomb': proxy.packedBomb(200),
  'endless headers': proxy.endlessHeaders,
  'slow body': proxy.slowBody,
  'wrong status 500': proxy.wrongStatus(500),
  'wrong status 201': proxy.wrongStatus(201),
} satisfies Record<string, proxy.ResponseMode>;

const clauses = ledger.clauses.filter(({ excluded }) => !excluded).map(({ id }) => id);

/** What a round may use; its verb uses some of it. */
const rounds = fc.record({
  verb: fc.constantFrom(
    ...(['verify', 'verify', 'verify a fault', 'verify a fault'] as const),
    ...(['check', 'check --json', 'assess', 'assess --json', 'migrate --currency EUR'] as const),
  ),
  mode: fc.constantFrom(...(Object.keys(MODES) as (keyof typeof MODES)[])),
  /** How many of a thousand calls get a response of that mode. */
  share: fc.constantFrom(1000, 500, 100, 20),
  only: fc.subarray(clauses, { minLength: 1, maxLength: 12 }),
  fault: fc.constantFrom(...faultRows.map(({ id, clause }) => ({ id, clause }))),
  /** Where bytes of a recording are replaced, by what, and how many. */
  damage: fc.array(fc.tuple(fc.nat(), fc.string({ unit: 'binary', maxLength: 8 }), fc.nat(20)), {
    maxLength: 12,
  }),
  signalAfterMs: fc.option(fc.integer({ min: 0, max: 8000 }), { freq: 4 }),
});
type Round = typeof rounds extends fc.Arbitrary<infer Value> ? Value : never;

/** A recording with damaged bytes that holds a secret where credentials are. */
async function readRecording({ verb, damage }: Round, folder: string): Promise<string | undefined> {
  const secret = randomBytes(8).toString('hex');
  const records = Object.values(documentedRecords());
  for (const { request } of records) request.headers['authorization'] = `Bearer ${secret}`;
  let lines = records.map((record) => JSON.stringify(record)).join('\n');
  for (const [at, by, cut] of damage) {
    const start = at % lines.length;
    lines = lines.slice(0, start) + by + lines.slice(start + cut);
  }
  writeFileSync(join(folder, 'calls.ndjson'), lines);
  return brokenBy(await program([...verb.split(' '), 'calls.ndjson'], folder), [secret], [0, 1, 2]);
}

/** Behind proxies, a conforming provider violates nothing unless they lie; a provider with a fault does not pass. */
async function verified(round: Round, folder: string): Promise<string | undefined> {
  const isFaulty = round.verb === 'verify a fault';
  const [secret = '', key = ''] = [8, 16].map((length) => randomBytes(length).toString('hex'));
  const secrets = new Set([secret, key]);
  const switched = await chosenSwitch(isFaulty ? [round.fault.id] : [], (path) => path);
  const client = { id: 'soak-client', secret };
  const sandbox = createSandbox({ seed: 1, client, dataDecryptionKey: key, faults: switched });
  const urls = await sandbox.listen();
  let calls = 0;
  const responseMode = (): proxy.ResponseMode => {
    const isHostile = !isFaulty && ++calls > NORMAL_CALLS && (calls * 617) % 1000 < round.share;
    return (response, answer) => {
      const [, token] = /"access_token":"([^"]+)"/.exec(answer.body) ?? [];
      if (token !== undefined) secrets.add(token);
      MODES[isHostile ? round.mode : 'normal'](response, answer);
    };
  };
  const upstreams = [urls.accessUrl, urls.webFormUrl, urls.controlUrl];
  const proxies = await Promise.all(upstreams.map((url) => proxy.hostileProxy(url, responseMode)));
  const [accessUrl, webFormUrl, controlUrl] = proxies.map(({ url }) => url);
  const [clientId, clientSecret, dataDecryptionKey] = ['ID', 'SECRET', 'KEY'].map((env) => ({ env }));
  const target = {
    name: 'soak',
    environment: 'sandbox',
    writes: 'allowed',
    accessUrl,
    webFormUrl,
    controlUrl,
    credentials: { clientId, clientSecret, dataDecryptionKey },
    callback: { host: '127.0.0.1', port: 0 },
    timeLimit: isFaulty ? 10 : 1.5,
    runLimit: 90,
    settings: { webFormHosts: [new URL(urls.webFormUrl).host] },
  };
  writeFileSync(join(folder, 'target.yaml'), JSON.stringify(target));
  const args = ['verify', '--target', 'target.yaml', ...(isFaulty ? [] : ['--only', ...round.only])];
  const env = { ID: client.id, SECRET: secret, KEY: key };
  const ending = await program(args, folder, env, isFaulty ? null : round.signalAfterMs);
  await Promise.all([sandbox.close(), ...proxies.map(({ close }) => close())]);
  const broken = brokenBy(ending, secrets, [0, 1, 2, 130, 143]);
  return broken ?? brokenReports(round, ending, folder);
}

interface Ending {
  readonly code: number | null;
  /** All that the verb printed and wrote. */
  readonly printed: string;
  readonly stderr: string;
}

/** Runs the program to its end, or until a signal so long after its start. */
async function program(
  args: readonly string[],
  folder: string,
  env = {},
  signalAfterMs: number | null = null,
) {
  const child = spawn(process.execPath, ['--import', PRINT_MEMORY, PROGRAM, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timers = [setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)];
  if (signalAfterMs !== null) timers.push(setTimeout(() => child.kill('SIGTERM'), signalAfterMs));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  timers.forEach(clearTimeout);
  const files = reportNames(folder).map((name) => readFileSync(join(folder, 'reports', name), 'utf8'));
  return { code: child.exitCode, stderr, printed: [stdout, stderr, ...files].join('\n') };
}

/** What every verb keeps. */
function brokenBy({ code, stderr, printed }: Ending, secrets: Iterable<string>, codes: readonly number[]) {
  // A signal before the program listens for it ends it at once.
  if (code === null && stderr === '') return undefined;
  if (code === null || !codes.includes(code)) return `the exit code is ${code}: ${stderr.slice(0, 500)}`;
  if (/^\s+at |Unhandled|Warning:/m.test(stderr)) return `it crashes: ${stderr.slice(0, 500)}`;
  const megabytes = Number(/^memory (\d+)$/m.exec(stderr)?.[1] ?? 0) / 1024;
  if (megabytes > MOST_MEGABYTES) return `it takes ${Math.round(megabytes)} MB`;
  const isLeaked = [...secrets].some((secret) => printed.includes(secret));
  return isLeaked ? 'a secret is printed or written' : undefined;
}

function reportNames(folder: string): string[] {
  const reports = join(folder, 'reports');
  return existsSync(reports) ? readdirSync(reports) : [];
}

type Result = { readonly clause: string; readonly verdict: string; readonly message?: string };

/** What a run of verify leaves. */
function brokenReports({ verb, mode, fault }: Round, { code }: Ending, folder: string): string | undefined {
  const names = reportNames(folder);
  // Killed, or ended with a line before its first case.
  if (names.length === 0) return code === 0 || code === 1 ? 'there are no reports' : undefined;
  if (`${names.sort()}` !== `${REPORTS}`) return `the reports are ${names}`;
  const { targets } = JSON.parse(readFileSync(join(folder, 'reports/run.json'), 'utf8'));
  const results: Result[] = targets.flatMap((target: { clauses: Result[] }) => target.clauses);
  const violated = results.find(({ verdict }) => verdict === 'violated');
  const isFaulty = verb === 'verify a fault';
  if (violated && !isFaulty && !mode.startsWith('wrong status'))
    return `${violated.clause} is violated: ${violated.message}`;
  const due = violated ? 1 : results.some(({ verdict }) => verdict === 'unproven') ? 2 : 0;
  if (code !== due && code !== 130 && code !== 143) return `the exit code is ${code}, not ${due}`;
  // A run that reached its time limit has not played the cases that would notice the fault.
  if (!isFaulty || code === 2) return undefined;
  const isUpheld = results.some(({ clause, verdict }) => clause === fault.clause && verdict === 'upheld');
  return isUpheld ? `${fault.clause} passes with the fault ${fault.id}` : undefined;
}

function number(text: string): number {
  if (Number.isNaN(Number(text))) throw new InvalidArgumentError('It is not a number.');
  return Number(text);
}

await run(
  new Command('soak')
    .description(
      'Run verbs on hostile providers and damaged recordings until one breaks a rule of the design.',
    )
    .option('--minutes <number>', 'how long', number)
    .option('--seed <number>', 'of the first round; without --minutes, of the only one', number)
    .addHelpText('after', '\nExamples:\n  npm run soak -- --minutes 10\n  npm run soak -- --seed 4711')
    .action(async ({ minutes = 0, seed: first = Date.now() % 1e9 }: { minutes?: number; seed?: number }) => {
      const end = Date.now() + minutes * 60_000;
      let seed = first;
      do {
        using made = mkdtempDisposableSync(join(tmpdir(), 'soak-'));
        const [round] = fc.sample(rounds, { seed, numRuns: 1 }) as [Round];
        const broken = await (round.verb.startsWith('verify') ? verified : readRecording)(round, made.path);
        if (broken !== undefined)
          throw new CheckFailed(
            `${broken} | ${JSON.stringify(round).slice(0, 600)} | again: npm run soak -- --seed ${seed}`,
          );
        seed++;
      } while (Date.now() < end);
      process.stdout.write(`${seed - first} rounds from seed ${first} break no rule.\n`);
    }),
);
