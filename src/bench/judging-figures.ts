/** Measures check, the judges of messages, the validators and the mapping against bare parsing of the same texts. */
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import exampleMessages from '../../contracts/generated/example-messages.json' with { type: 'json' };
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { exchanges } from '../../contracts/generated/exchanges.ts';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import open from '../../contracts/generated/validators/open.js';
import { readJson, writeJson } from '../../contracts/src/base/exact-json.ts';
import type { ExchangeFixture } from '../../contracts/src/base/ledgers.ts';
import type { Compiled } from '../../contracts/src/base/schema.ts';
import { Assessor } from '../../contracts/src/evidence/assessment.ts';
import type { JudgedMessage } from '../../contracts/src/judge/judge-message.ts';
import { judgeMessage, judgePlainMessage } from '../../contracts/src/judge/judge-message.ts';
import { validatorOf } from '../../contracts/src/judge/validator.ts';
import { buildMessage } from '../../contracts/src/messages/build-message.ts';
import { type Cipher, defaultCipher, TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import type { PlainMessage } from '../../contracts/src/messages/message.ts';
import { encryptMessage } from '../../contracts/src/messages/message-encryption.ts';
import {
  importToV1,
  migrateImport,
  migratePayment,
  paymentToV1,
} from '../../contracts/src/migration/migrate-request.ts';
import { CheckRun } from '../cli/check.ts';
import { readFlowCalls } from '../cli/recorded/read-flows.ts';
import { readRecordings } from '../cli/recording-files.ts';
import { CheckTotals } from '../report/check/check-totals.ts';
import { importV1, paymentV1 } from '../test-support/migration-arbitraries.ts';
import { atLeast, atMost, type Figure, median, ratioOf } from './bench-figure.ts';

const MEGABYTES = 50;
/** What a gateway records beside the headers of the fixtures. */
const RECORDED_HEADERS = {
  'User-Agent': 'bench/1.0',
  'X-Request-Id': '8f14e45fceea167a5a36dedd4bea2543',
  'Cache-Control': 'no-cache, no-store, max-age=0, must-revalidate',
  'Strict-Transport-Security': 'max-age=31536000 ; includeSubDomains',
};

/** Records of `check`, one a line: the exchanges of the fixtures, one that breaks clauses, and one of another call. */
export function benchRecords(megabytes: number): string {
  const fixtures = Object.values(exchanges).flatMap((of) => Object.values<ExchangeFixture>(of));
  const good = fixtures.filter(({ documented }) => documented !== '4XX');
  const [first] = good as [ExchangeFixture, ...ExchangeFixture[]];
  const broken = { ...first, response: { ...first.response, body: {} } };
  const other = { ...first, request: { ...first.request, path: '/accounts' } };
  const round = [...good, broken, other].map((fixture) => `${JSON.stringify(recorded(fixture))}\n`).join('');
  const rounds = Math.ceil((megabytes * 1024 * 1024) / round.length);
  // Each of another user, as the memory of check sees them.
  return Array.from({ length: rounds }, (_, user) => round.replaceAll('{user}', `${user}`)).join('');
}

function recorded({ request: { path, ...request }, response }: ExchangeFixture): object {
  const headers = {
    ...RECORDED_HEADERS,
    ...request.headers,
    Authorization: 'Bearer 3f9a1c7b5d2e8046-{user}',
  };
  return {
    request: { ...request, url: `https://bank.example${path}`, headers },
    response: { ...response, headers: { ...RECORDED_HEADERS, ...response.headers } },
  };
}

export async function checkFigures(): Promise<Figure[]> {
  const checking = (each: boolean) => async (file: string) => {
    const cipher = () => defaultCipher(TEST_KEY);
    const judging = { cipher, settings: undefined, accessHost: undefined, isCompared: !each };
    const run = new CheckRun(judging, new CheckTotals(false), () => {});
    await readRecordings([file], (name, records) => run.add(name, records));
    await run.end();
  };
  return [
    await recordingFigure('check --each', 0.4, checking(true)),
    await recordingFigure('check', 0.28, checking(false)),
  ];
}

export function assessFigure(): Promise<Figure> {
  return recordingFigure('assess', 0.45, async (file) => {
    const assessor = new Assessor();
    await readFlowCalls([file], (call) => assessor.add(call));
  });
}

async function recordingFigure(verb: string, limit: number, run: (file: string) => Promise<void>) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'recording-'));
  const file = join(folder.path, 'records.ndjson');
  writeFileSync(file, benchRecords(MEGABYTES));
  const loop = () => {
    for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '') JSON.parse(line);
  };
  const name = `${verb} of ${MEGABYTES} MB, by the speed of a loop that reads, splits and parses the file`;
  return atLeast(limit, await ratioOf(loop, () => run(file)), name);
}

export async function mappingFigure(): Promise<Figure> {
  const imports = fc.sample(importV1, { numRuns: 5_000, seed: 1 });
  const payments = fc.sample(paymentV1(), { numRuns: 5_000, seed: 1 });
  const texts = [...imports, ...payments].map((request) => JSON.stringify(request));
  const subject = () => {
    for (const request of imports) importToV1(migrateImport(request).v2 ?? {});
    for (const request of payments) paymentToV1(migratePayment(request, { currency: 'EUR' }).v2 ?? {});
  };
  const baseline = () => {
    for (const text of texts) JSON.stringify(JSON.parse(text));
  };
  const name = '10,000 mapping round trips, by the time of parsing and writing the same texts';
  return atMost(3, 'ratio', await ratioOf(subject, baseline), name);
}

// Few messages and many runs: the fastest run is one that nothing else on the machine interrupted.
const MESSAGES = 64;
const RUNS = 100;
const FIELDS = ['accountName', 'accountNumber', 'accountIban', 'bankConnectionName', 'details'];

/** Of every trigger event, with details. */
function plainMessage(_: unknown, seed: number): PlainMessage {
  const event = triggerEvents[seed % triggerEvents.length] ?? 'NEW_TRANSACTIONS';
  return buildMessage(event, { seed, includeDetails: true, transactions: 50 });
}

export async function messageFigures(): Promise<Figure[]> {
  const plain = Array.from({ length: MESSAGES }, plainMessage);
  const open = plain.map((message) => writeJson(message));
  const cipher = await defaultCipher(TEST_KEY);
  const sent = await Promise.all(plain.map((message) => encryptMessage(message, cipher)));
  const encrypted = sent.map((message) => writeJson(message));
  const each = (texts: readonly string[], use: (text: string) => unknown) => async () => {
    for (const text of texts) await use(text);
  };
  const plainly = await ratioOf(
    () => {
      for (const text of open) JSON.parse(text);
    },
    () => {
      for (const text of open) upheld(judgePlainMessage(readJson(text)));
    },
    RUNS,
  );
  const decrypting = await ratioOf(
    each(encrypted, (text) => decrypted(text, cipher)),
    each(encrypted, async (text) => upheld(await judgeMessage(readJson(text), { cipher }))),
    RUNS,
  );
  return [
    atLeast(0.45, plainly, 'judging messages in plain text, by the speed of bare JSON.parse of them'),
    atLeast(
      0.5,
      decrypting,
      'judging encrypted messages, by the speed of a bare loop that decrypts and parses them',
    ),
  ];
}

function upheld({ verdict, findings }: JudgedMessage): void {
  if (verdict !== 'upheld') throw new Error(`a good message breaks ${findings[0]?.clause}`);
}

/** All texts of a message at once, as judging does. */
async function decrypted(text: string, cipher: Cipher): Promise<void> {
  const items = Object.values(JSON.parse(text) as object).find((value) => Array.isArray(value)) ?? [];
  await Promise.all(
    items.flatMap((item: Record<string, string | undefined>) =>
      FIELDS.map(async (field) => {
        const encrypted = item[field];
        if (encrypted === undefined) return;
        const plain = await cipher.decrypt(encrypted);
        if (field === 'details') JSON.parse(plain);
      }),
    ),
  );
}

/** A run is a fraction of a millisecond, so that some find the machine quiet; the median leaves out those that did not. */
const ROUNDS = 500;
const TIMES = 7;
const validators: Readonly<Record<string, Compiled | undefined>> = open;

/** The dearest of them, which judges a short text with four formats. */
export async function validatorsFigure(): Promise<Figure> {
  const ratios: number[] = [];
  for (const [name, values] of judged()) ratios.push(await ratioFor(name, values));
  const name = `validating, the dearest of ${ratios.length} validators, by the time of JSON.parse of the same texts`;
  return atMost(0.6, 'ratio', Math.max(...ratios), name);
}

async function ratioFor(name: string, values: readonly unknown[]): Promise<number> {
  const { validate } = validatorOf(validators[name] as Compiled, { name: 'it', clause: 'MESSAGE-DETAILS' });
  const texts = values.map((value) => JSON.stringify(value));
  const subject = () => {
    for (let round = 0; round < ROUNDS; round++) for (const value of values) validate(value);
  };
  const baseline = () => {
    for (let round = 0; round < ROUNDS; round++) for (const text of texts) JSON.parse(text);
  };
  const ratios: number[] = [];
  for (let time = 0; time < TIMES; time++) ratios.push(await ratioOf(subject, baseline));
  return median(ratios);
}

/** Every request, answer and message of the documents that has a validator. */
function judged(): [name: string, values: unknown[]][] {
  const sent = [
    ...Object.entries(examples.requests).map(([operation, of]) => [`${operation}.request`, of] as const),
    ...Object.entries(exampleMessages.messages).map(([event, of]) => [`${event}.message`, of] as const),
    ...Object.entries(examples.answers).flatMap(([operation, answers]) =>
      Object.entries(answers).map(([status, of]) => [`${operation}.${status}`, of] as const),
    ),
  ];
  return sent.filter(([name]) => name in validators).map(([name, of]) => [name, Object.values(of as object)]);
}
