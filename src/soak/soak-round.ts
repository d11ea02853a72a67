/** Plays a round of the soak with the program as its users start it, and says which rule of the design its result breaks. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PRINT_MEMORY } from '../bench/recording-load.ts';
import { chosenSwitch } from '../faults/switchable-faults.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { PROGRAM } from '../test-support/program.ts';
import { fair, hostileProxy, type Manner } from './hostile-proxy.ts';
import { LIES, manners, type RoundOf, roundOf, type SoakRound } from './soak-plan.ts';

const MOST_MEGABYTES = 500;
const LONGEST_MS = 240_000;
/** The calls before the first case. */
const FAIR_CALLS = 12;
const REPORTS = ['ctrf.json', 'index.html', 'junit.xml', 'run.json', 'verify.sarif'];

interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a round runs; the values of `secrets` may come out nowhere. */
interface Place {
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly secrets: Set<string>;
}

/** The rule that the round of this seed breaks, in words; undefined where it breaks none. */
export async function brokenRule(seed: number): Promise<string | undefined> {
  using made = mkdtempDisposableSync(join(tmpdir(), 'soak-'));
  const place: Place = { folder: made.path, env: {}, secrets: new Set() };
  const round = roundOf(seed);
  const sockets = socketsOpen();
  const broken = await played(round, place);
  if (broken !== undefined) return broken;
  // A connection that was destroyed is gone one turn later.
  for (let turn = 0; turn < 50 && socketsOpen() > sockets; turn++) await new Promise(setImmediate);
  return socketsOpen() > sockets ? 'sockets stay open' : undefined;
}

function socketsOpen(): number {
  return process.getActiveResourcesInfo().filter((name) => /^(TCP|Pipe|Process)/.test(name)).length;
}

async function played(round: SoakRound, place: Place): Promise<string | undefined> {
  switch (round.kind) {
    case 'verify':
    case 'fault':
      return verified(round, place);
    case 'own target': {
      const only = round.only === null ? [] : ['--only', round.only];
      const ending = await program(['verify', '--target', round.target, ...only], place, round.signal);
      return brokenBy(ending, place, [0, 130, 143]) ?? brokenReports(ending, place, false);
    }
    case 'recording': {
      const secret = secretOf(place);
      writeFileSync(join(place.folder, 'calls.ndjson'), damaged(secret, round.damage));
      const ending = await program([...round.verb.split(' '), 'calls.ndjson'], place);
      return brokenBy(ending, place, [0, 1, 2]);
    }
    case 'server':
      return served(round, place);
    case 'fire': {
      const handler = await hostileProxy('http://127.0.0.1:9', () => manners[round.manner]);
      const how = ['--count', `${round.count}`, '--seed', `${round.seed}`];
      const ending = await program(['fire', 'NEW_TRANSACTIONS', '--to', handler.url, ...how], place);
      await handler.close();
      return brokenBy(ending, place, [0, 1, 2]);
    }
  }
}

function secretOf({ secrets }: Place): string {
  const secret = `soak${randomBytes(8).toString('hex')}`;
  secrets.add(secret);
  return secret;
}

/** A run against a sandbox behind proxies: with a fault its clause is not upheld, and without one and without lies none is violated. */
async function verified(round: RoundOf<'verify'> | RoundOf<'fault'>, place: Place) {
  const isFaulty = round.kind === 'fault';
  const settings = isFaulty ? {} : round.settings;
  const client = { id: 'soak-client', secret: secretOf(place) };
  const dataDecryptionKey = randomBytes(16).toString('hex');
  place.secrets.add(dataDecryptionKey);
  const faults = await chosenSwitch(isFaulty ? [round.fault.id] : [], (path) => path);
  const sandbox = createSandbox({ seed: 1, client, dataDecryptionKey, settings, faults });
  const urls = await sandbox.listen();
  const share = isFaulty ? 0 : round.share;
  let calls = 0;
  const mannerOf = (): Manner => {
    const manner =
      ++calls > FAIR_CALLS && (calls * 617) % 1000 < share && !isFaulty ? manners[round.manner] : fair;
    return (response, answer) => {
      const [, token] = /"access_token":"([^"]+)"/.exec(answer.body) ?? [];
      if (token !== undefined) place.secrets.add(token);
      manner(response, answer);
    };
  };
  const proxies = await Promise.all(
    [urls.accessUrl, urls.webFormUrl, urls.controlUrl].map((url) => hostileProxy(url, mannerOf)),
  );
  const [accessUrl, webFormUrl, controlUrl] = proxies.map(({ url }) => url);
  Object.assign(place.env, { SOAK_ID: client.id, SOAK_SECRET: client.secret, SOAK_KEY: dataDecryptionKey });
  const [clientId, clientSecret, key] = ['SOAK_ID', 'SOAK_SECRET', 'SOAK_KEY'].map((env) => ({ env }));
  const target = {
    ...{ name: 'soak', environment: 'sandbox', writes: 'allowed', accessUrl, webFormUrl, controlUrl },
    credentials: { clientId, clientSecret, dataDecryptionKey: key },
    callback: { host: '127.0.0.1', port: 0 },
    ...{ timeLimit: isFaulty ? 10 : 1.5, runLimit: 90, unansweredLimit: 5 },
    settings: { ...settings, webFormHosts: [new URL(urls.webFormUrl).host] },
    ...(isFaulty ? {} : { testData: round.testData }),
  };
  writeFileSync(join(place.folder, 'target.yaml'), JSON.stringify(target));
  const args = ['verify', '--target', 'target.yaml', ...(isFaulty ? [] : ['--only', ...round.only])];
  const ending = await program(args, place, isFaulty ? null : round.signal);
  await Promise.all([sandbox.close(), ...proxies.map(({ close }) => close())]);
  const mayViolate = isFaulty || LIES.includes(round.manner);
  const rule = brokenBy(ending, place, [0, 1, 2, 130, 143]) ?? brokenReports(ending, place, mayViolate);
  // A run that reached its time limit has not played the cases that would notice the fault.
  if (rule !== undefined || !isFaulty || ending.code === 2) return rule;
  const isUpheld = clausesOf(place).some(
    ({ clause, verdict }) => clause === round.fault.clause && verdict === 'upheld',
  );
  return isUpheld ? `${round.fault.clause} passes with the fault ${round.fault.id}` : undefined;
}

async function served({ verb, calls, signal }: RoundOf<'server'>, place: Place) {
  const ending = await program(verb.split(' '), place, signal, async (line) => {
    const urls = Object.values(JSON.parse(line) as object).filter((url) => `${url}`.startsWith('http'));
    for (const [at, { method, path, body }] of calls.entries()) {
      const init = { method, ...(method !== 'GET' && { body }), signal: AbortSignal.timeout(2000) };
      const url = `${urls[at % urls.length]}${path}`;
      await fetch(url, init).then(
        (response) => response.text(),
        () => undefined,
      );
    }
  });
  return brokenBy(ending, place, [0]);
}

/** Documented records with bytes replaced; each holds a secret where credentials are. */
function damaged(secret: string, damage: RoundOf<'recording'>['damage']): string {
  const records = Object.values(documentedRecords());
  for (const { request } of records) request.headers['authorization'] = `Bearer ${secret}`;
  let lines = records.map((record) => JSON.stringify(record)).join('\n');
  for (const [at, by, cut] of damage) {
    const start = at % lines.length;
    lines = lines.slice(0, start) + by + lines.slice(start + cut);
  }
  return lines;
}

/** Runs the program to its end; the signal comes so long after its start, or after its first line where one is awaited. */
async function program(
  args: readonly string[],
  { folder, env }: Place,
  signal: { readonly name: 'SIGINT' | 'SIGTERM'; readonly afterMs: number } | null = null,
  onFirstLine?: (line: string) => Promise<void>,
): Promise<Ending> {
  const child = spawn(process.execPath, ['--import', PRINT_MEMORY, PROGRAM, ...args], {
    ...{ cwd: folder, env: { PATH: process.env['PATH'], ...env } },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill(signal?.name);
  const end = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  const timer = signal && !onFirstLine ? setTimeout(kill, signal.afterMs) : undefined;
  if (onFirstLine) once(child.stdout, 'data').then(async ([data]) => onFirstLine(`${data}`).finally(kill));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  clearTimeout(end);
  clearTimeout(timer);
  return { code: child.exitCode, stdout, stderr };
}

/** Of what every verb keeps. */
function brokenBy(ending: Ending, place: Place, codes: readonly number[]): string | undefined {
  const { code, stderr } = ending;
  // A signal before the program listens for it ends it at once.
  if (code === null && stderr === '') return undefined;
  if (code === null || !codes.includes(code)) return `the exit code is ${code}: ${stderr.slice(0, 500)}`;
  if (/which is a bug|^\s+at |Unhandled|Warning:/m.test(stderr)) return `it crashes: ${stderr.slice(0, 500)}`;
  const megabytes = Number(/^memory (\d+)$/m.exec(stderr)?.[1] ?? 0) / 1024;
  if (megabytes > MOST_MEGABYTES) return `it takes ${Math.round(megabytes)} MB`;
  const written = [ending.stdout, stderr, ...reportsOf(place).values()].join('\n');
  const isLeaked = [...place.secrets].some((secret) => written.includes(secret));
  return isLeaked ? 'a secret is printed or written' : undefined;
}

/** The texts of the reports by the names of their files. */
function reportsOf({ folder }: Place): Map<string, string> {
  const reports = join(folder, 'reports');
  const names = existsSync(reports) ? readdirSync(reports) : [];
  return new Map(names.map((name) => [name, readFileSync(join(reports, name), 'utf8')]));
}

interface SoakedClause {
  readonly clause: string;
  readonly verdict: string;
  readonly message?: string;
}

/** None where the run ended with a line before its first case. */
function clausesOf(place: Place): SoakedClause[] {
  const { targets } = JSON.parse(reportsOf(place).get('run.json') ?? '{ "targets": [] }');
  return targets.flatMap(({ clauses }: { clauses: SoakedClause[] }) => clauses);
}

/** Of what a run of verify leaves. */
function brokenReports({ code, stderr }: Ending, place: Place, mayViolate: boolean): string | undefined {
  const names = [...reportsOf(place).keys()];
  // Killed, or ended with a line before its first case.
  if (names.length === 0) return code === 0 || code === 1 ? 'there are no reports' : undefined;
  const lost = REPORTS.filter((name) => !names.includes(name));
  if (lost.length > 0 || names.some((name) => name.endsWith('.part'))) return `the reports are ${names}`;
  const found = clausesOf(place);
  const violated = found.find(({ verdict }) => verdict === 'violated');
  if (violated && !mayViolate) return `${violated.clause} is violated: ${violated.message}`;
  const due = violated ? 1 : found.some(({ verdict }) => verdict === 'unproven') ? 2 : 0;
  const isDue = code === due || code === 130 || code === 143;
  return isDue ? undefined : `the exit code is ${code}, not ${due}: ${stderr.slice(0, 300)}`;
}
