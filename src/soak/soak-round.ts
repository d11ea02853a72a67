/** A round of the soak: a verb as its users start it, on a provider that misbehaves or on a damaged recording. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { PRINT_MEMORY } from '../bench/recording-load.ts';
import { faultRows } from '../faults/fault-rows.ts';
import { providerFaults } from '../faults/row-hooks.ts';
import { chosenSwitch } from '../faults/switchable-faults.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { PROGRAM } from '../test-support/program.ts';
import * as proxy from './hostile-proxy.ts';

const MOST_MEGABYTES = 500;
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

const provided = new Set(providerFaults().map(({ id }) => id));
const faults = faultRows.filter(({ id, unobservable }) => provided.has(id) && unobservable === undefined);
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
  fault: fc.constantFrom(...faults.map(({ id, clause }) => ({ id, clause }))),
  /** Where bytes of a recording are replaced, by what, and how many. */
  damage: fc.array(fc.tuple(fc.nat(), fc.string({ unit: 'binary', maxLength: 8 }), fc.nat(20)), {
    maxLength: 12,
  }),
  signalAfterMs: fc.option(fc.integer({ min: 0, max: 8000 }), { freq: 4 }),
});

type Round = ReturnType<typeof roundOf>;

/** The same round for the same seed. */
export function roundOf(seed: number) {
  const [first] = fc.sample(rounds, { seed, numRuns: 1 });
  if (!first) throw new Error('fast-check makes no round');
  return first;
}

interface Ending {
  readonly code: number | null;
  /** All that the verb printed and wrote. */
  readonly printed: string;
  readonly stderr: string;
}

/** The rule that the round of this seed breaks, in words; undefined where it breaks none. */
export async function brokenRule(seed: number): Promise<string | undefined> {
  using made = mkdtempDisposableSync(join(tmpdir(), 'soak-'));
  const round = roundOf(seed);
  const sockets = openSockets();
  const broken = round.verb.startsWith('verify')
    ? await verified(round, made.path)
    : await readRecording(round, made.path);
  if (broken !== undefined) return broken;
  // A connection that was destroyed is gone one turn later.
  for (let turn = 0; turn < 50 && openSockets() > sockets; turn++) await new Promise(setImmediate);
  return openSockets() > sockets ? 'sockets stay open' : undefined;
}

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => /^(TCP|Pipe|Process)/.test(name)).length;
}

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

/** Behind proxies, a conforming provider violates nothing unless they lie; a provider with a fault is not upheld. */
async function verified(round: Round, folder: string): Promise<string | undefined> {
  const isFaulty = round.verb === 'verify a fault';
  const [secret, key] = [randomBytes(8), randomBytes(16)].map((bytes) => bytes.toString('hex'));
  const secrets = new Set([secret as string, key as string]);
  const switched = await chosenSwitch(isFaulty ? [round.fault.id] : [], (path) => path);
  const client = { id: 'soak-client', secret: secret as string };
  const sandbox = createSandbox({ seed: 1, client, dataDecryptionKey: key as string, faults: switched });
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
  const proxies = await Promise.all(
    [urls.accessUrl, urls.webFormUrl, urls.controlUrl].map((url) => proxy.hostileProxy(url, responseMode)),
  );
  const [accessUrl, webFormUrl, controlUrl] = proxies.map(({ url }) => url);
  const [clientId, clientSecret, dataDecryptionKey] = ['ID', 'SECRET', 'KEY'].map((env) => ({ env }));
  const target = {
    ...{ name: 'soak', environment: 'sandbox', writes: 'allowed', accessUrl, webFormUrl, controlUrl },
    credentials: { clientId, clientSecret, dataDecryptionKey },
    callback: { host: '127.0.0.1', port: 0 },
    ...{ timeLimit: isFaulty ? 10 : 1.5, runLimit: 90, unansweredLimit: 5 },
    settings: { webFormHosts: [new URL(urls.webFormUrl).host] },
  };
  writeFileSync(join(folder, 'target.yaml'), JSON.stringify(target));
  const only = isFaulty ? [] : ['--only', ...round.only];
  const env = { ID: client.id, SECRET: client.secret, KEY: key as string };
  const signalAfterMs = isFaulty ? null : round.signalAfterMs;
  const ending = await program(['verify', '--target', 'target.yaml', ...only], folder, env, signalAfterMs);
  await Promise.all([sandbox.close(), ...proxies.map(({ close }) => close())]);
  const mayViolate = isFaulty || round.mode.startsWith('wrong status');
  const broken = brokenBy(ending, secrets, [0, 1, 2, 130, 143]) ?? brokenReports(ending, folder, mayViolate);
  // A run that reached its time limit has not played the cases that would notice the fault.
  if (broken !== undefined || !isFaulty || ending.code === 2) return broken;
  const { id, clause } = round.fault;
  const isUpheld = clausesOf(folder).some((one) => one.clause === clause && one.verdict === 'upheld');
  return isUpheld ? `${clause} passes with the fault ${id}` : undefined;
}

/** Runs the program to its end, or until a signal so long after its start. */
async function program(
  args: readonly string[],
  folder: string,
  env: Record<string, string> = {},
  signalAfterMs: number | null = null,
): Promise<Ending> {
  const child = spawn(process.execPath, ['--import', PRINT_MEMORY, PROGRAM, ...args], {
    ...{ cwd: folder, env: { PATH: process.env['PATH'], ...env } },
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

interface SoakedClause {
  readonly clause: string;
  readonly verdict: string;
  readonly message?: string;
}

/** None where the run ended with a line before its first case. */
function clausesOf(folder: string): SoakedClause[] {
  if (!reportNames(folder).includes('run.json')) return [];
  const { targets } = JSON.parse(readFileSync(join(folder, 'reports/run.json'), 'utf8'));
  return targets.flatMap(({ clauses }: { clauses: SoakedClause[] }) => clauses);
}

/** What a run of verify leaves. */
function brokenReports({ code, stderr }: Ending, folder: string, mayViolate: boolean): string | undefined {
  const names = reportNames(folder);
  // Killed, or ended with a line before its first case.
  if (names.length === 0) return code === 0 || code === 1 ? 'there are no reports' : undefined;
  const lost = REPORTS.filter((name) => !names.includes(name));
  if (lost.length > 0 || names.some((name) => name.endsWith('.part'))) return `the reports are ${names}`;
  const found = clausesOf(folder);
  const violated = found.find(({ verdict }) => verdict === 'violated');
  if (violated && !mayViolate) return `${violated.clause} is violated: ${violated.message}`;
  const due = violated ? 1 : found.some(({ verdict }) => verdict === 'unproven') ? 2 : 0;
  const isDue = code === due || code === 130 || code === 143;
  return isDue ? undefined : `the exit code is ${code}, not ${due}: ${stderr.slice(0, 300)}`;
}
