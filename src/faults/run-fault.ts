/** The default cipher, which remembers its texts: the same messages come and go in every run, and a run spends a fifth of its time on them. */

import { fileURLToPath } from 'node:url';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { WrittenSettings } from '../../contracts/generated/settings.ts';
import type { FaultRow, VariantRow } from '../../contracts/src/base/fault-row.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { type Cipher, type CipherMaker, defaultCipher } from '../../contracts/src/messages/cipher.ts';
import { type Catalogue, chosenCases, type PlannedCase, plannedCases } from '../runner/planned-cases.ts';
import { startSandboxInProcess, startSandboxTarget } from '../runner/targets/sandbox-target.ts';
import type { Target } from '../runner/targets/target.ts';
import { targetCipher } from '../runner/targets/target-cipher.ts';
import type { CaseResult } from '../runner/verdict.ts';
import { composeHooks, type Fault, touched } from './fault.ts';
import { rowHooks } from './row-hooks.ts';
import type { FaultResult, VariantResult } from './strength.ts';

const ciphers = new Map<string, Promise<Cipher>>();

/** One key and one text always have one cipher text. What is no text of the key is refused anew each time. */
export const rememberedCipher: CipherMaker = (key) => {
  const known = ciphers.get(key) ?? defaultCipher(key).then(remembering);
  ciphers.set(key, known);
  return known;
};

function remembering({ encrypt, decrypt }: Cipher): Cipher {
  return { encrypt: remembered(encrypt), decrypt: remembered(decrypt) };
}

function remembered(write: (text: string) => Promise<string>): (text: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (text) => {
    const written = known.get(text) ?? (await write(text));
    known.set(text, written);
    return written;
  };
}

/** Which cases a fault is run against: those that can see it, and a sample of the rest. */

export interface FaultCases {
  /** Those that a run of the clause alone takes. */
  readonly own: readonly PlannedCase[];
  /** The others that show the clause by the way. */
  readonly others: readonly PlannedCase[];
  /** Those that tell which further clauses the fault is blamed on. */
  readonly further: readonly PlannedCase[];
}

/** Of the cases beside its own that reach what a fault takes hold of, so many are run, and of the rest. */
export const FURTHER = { cases: 80, scenarios: 5, rest: 3 } as const;

/** The same ones for a fault every time. */
export function faultCases(
  rows: readonly PlannedCase[],
  { id, clause, of }: Pick<Fault, 'id' | 'clause' | 'of'>,
): FaultCases {
  const own = chosenCases(rows, (one) => one === clause);
  const taken = new Set(own);
  const left = rows.filter((row) => !taken.has(row));
  const others = left.filter(({ foreseen }) => foreseen.has(clause as ClauseId));
  const isReaching = ({ reached }: PlannedCase) => of?.some((name) => reached.has(name)) ?? true;
  const reaching = left.filter(isReaching);
  const further = [
    ...sample(reaching, id, FURTHER.cases, ({ isScenario }) => !isScenario),
    ...sample(reaching, id, FURTHER.scenarios, ({ isScenario }) => isScenario),
    ...sample(left, id, FURTHER.rest, (row) => !isReaching(row)),
  ];
  return { own, others, further };
}

/** As many as are asked for, spread over all that fit. */
function sample(
  rows: readonly PlannedCase[],
  id: string,
  count: number,
  fits: (row: PlannedCase) => boolean,
): PlannedCase[] {
  const from = rows.filter(fits);
  const start = seedOf(id);
  const chosen = Array.from({ length: Math.min(count, from.length) }, (_, index) => start + index * 7919);
  return chosen.flatMap((place) => from[place % from.length] ?? []);
}

/** A number that the id always gives. */
function seedOf(id: string): number {
  return [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}

/** Makes what came of a fault into its result: as many cases as are told, and what its row says nobody can observe. */

/** What came of the cases that were run against it. */
export type RanFault = Omit<FaultResult, 'id' | 'class' | 'clause' | 'says' | 'sees'>;

/** How many of the cases that catch a fault are told. */
const TOLD = 3;

/** A fault that is said to be unobservable and is caught after all survives its own row. */
export function faultResult(row: FaultRow, ran: RanFault): FaultResult {
  const { id, class: kind, clause, says, sees, unobservable } = row;
  return {
    ...{ id, class: kind, clause: clause as FaultResult['clause'], says, sees },
    ...ran,
    caughtBy: ran.caughtBy.slice(0, TOLD),
    ...(unobservable !== undefined && unseen(ran, unobservable)),
  };
}

function unseen({ verdict }: RanFault, reason: string): Pick<FaultResult, 'verdict' | 'reason'> {
  if (verdict !== 'caught') return { verdict: 'unobservable', reason };
  return { verdict: 'survived', reason: 'it is caught, though its row says that nobody can observe it' };
}

/** Runs the cases that can see a fault against a sandbox that has it, and tells whether one of them cites its clause. */

export interface FaultRun extends Pick<FaultResult, 'verdict' | 'caughtBy' | 'reason' | 'alsoViolated'> {
  /** Whether the cases that a run of the clause alone takes are enough. */
  readonly isCaughtAlone: boolean;
  /** What others could have looked at: every exchange of the cases, and every message as it came. */
  readonly exchanges: readonly Exchange[];
  readonly messages: readonly string[];
}

export async function runFault(fault: Fault, rows: readonly PlannedCase[]): Promise<FaultRun> {
  const { seams, isTouched } = touched(fault.seams());
  const { target: plain, stop } = await startSandboxInProcess({
    hooks: composeHooks([seams]),
    cipher: rememberedCipher,
  });
  const messages: string[] = [];
  const target = overheard(plain, messages);
  const results = new Map<PlannedCase, CaseResult>();
  /** Gives back whether one of them cites the clause. */
  const run = async (cases: readonly PlannedCase[]): Promise<boolean> => {
    let isCited = false;
    for (const row of cases) {
      const result = results.get(row) ?? (await row.run(target));
      results.set(row, result);
      isCited ||= cites(result, fault.clause);
    }
    return isCited;
  };
  const { own, others, further } = faultCases(rows, fault);
  const isCaughtAlone = await run(own);
  // One catch by the way is enough, and most clauses of messages are shown by hundreds.
  for (const row of isCaughtAlone ? [] : others) if (await run([row])) break;
  await run(further);
  await stop();
  const ran = [...results.values()];
  const catching = ran.filter((result) => cites(result, fault.clause));
  const alsoViolated = violatedBy(ran).filter((clause) => clause !== fault.clause);
  const seen = {
    ...{ caughtBy: catching.map(({ says, file }) => ({ says, file })), isCaughtAlone },
    alsoViolated,
    ...{ exchanges: ran.flatMap(({ exchanges }) => exchanges), messages },
  };
  if (catching.length > 0) return { verdict: 'caught', ...seen };
  return { verdict: 'survived', reason: missing(fault, ran, isTouched()), ...seen };
}

function cites({ findings }: CaseResult, clause: string): boolean {
  return findings.some((finding) => finding.clause === clause);
}

/** Sorted, each once. */
function violatedBy(results: readonly CaseResult[]): ClauseId[] {
  return [...new Set(results.flatMap(({ findings }) => findings.map(({ clause }) => clause)))].sort();
}

/** The observation that a survivor lacks. */
function missing({ clause }: Fault, results: readonly CaseResult[], isTouched: boolean): string {
  if (!isTouched) return `none of the ${results.length} cases brings it about`;
  const blamed = violatedBy(results);
  if (blamed.length > 0) return `it is blamed on ${blamed.join(', ')} and not on ${clause}`;
  const unproven = results.find(({ verdict }) => verdict === 'unproven');
  if (unproven) return `a case is left unproven and none sees it: ${unproven.reason}`;
  return `no case that looks at ${clause} sees a difference`;
}

/** The same target, whose messages are kept as they come. */
function overheard(target: Target, messages: string[]): Target {
  const { messaging } = target;
  if (!messaging) return target;
  const { mailbox } = messaging;
  const take = () => {
    const taken = mailbox.take();
    messages.push(...taken.map(({ text }) => text));
    return taken;
  };
  return { ...target, messaging: { ...messaging, mailbox: { ...mailbox, take } } };
}

/** Runs every case against a sandbox that differs only in what is left open, and tells what is alarmed at. */

export async function runVariant(row: VariantRow, catalogue: Catalogue): Promise<VariantResult> {
  const { id, allowedBy, says, settings, over } = row;
  const start = over === 'http' ? startSandboxTarget : startSandboxInProcess;
  const edited = isEdit(row) ? touched(rowHooks(row)) : undefined;
  const { target, stop } = await start({
    ...(settings && { settings: settings as WrittenSettings }),
    cipher: typeof settings?.['cipher'] === 'string' ? cipherOf(settings['cipher']) : rememberedCipher,
    ...(edited && { hooks: composeHooks([edited.seams]) }),
  });
  const results: CaseResult[] = [];
  for (const planned of plannedCases(target, catalogue)) results.push(await planned.run(target));
  await stop();
  // What the documentation leaves open where the settings of the row choose otherwise is no alarm.
  const asked = results.filter(({ leftOpenBy }) => leftOpenBy === undefined);
  // Who passes because nothing was different shows nothing.
  const unmet = edited?.isTouched() === false ? ['no case brings the difference about'] : [];
  const alarms = [...unmet, ...asked.flatMap(alarmsOf)];
  return { id, allowedBy, says, verdict: alarms.length > 0 ? 'false alarm' : 'passed', alarms };
}

/** A module that the row names from the root of the project. */
function cipherOf(cipher: string): CipherMaker {
  const folder = fileURLToPath(new URL('../../', import.meta.url));
  return (key) => targetCipher({ cipher, folder, key, target: 'sandbox' });
}

/** A case that cannot be run is an alarm too: not knowing is never green. */
export function alarmsOf({ verdict, clause, says, findings, reason }: CaseResult): string[] {
  if (verdict === 'upheld') return [];
  if (findings.length === 0) return [`${clause} ${verdict}: ${says} (${reason})`];
  return findings.map((finding) => `${finding.clause} at ${finding.pointer}: ${finding.message} (${says})`);
}

/** A fault breaks a clause and a variant none; they are carried out in the same way. */
function isEdit(row: VariantRow): row is VariantRow & FaultRow {
  return row.seam !== undefined;
}
