/** Runs the cases that can see a fault against a sandbox that has it, and tells whether one of them cites its clause. */
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import type { PlannedCase } from '../drive/planned-cases.ts';
import { startSandboxInProcess } from '../drive/sandbox-target.ts';
import type { Target } from '../drive/target.ts';
import type { CaseResult } from '../drive/verdict.ts';
import { composeSeams } from './compose-seams.ts';
import type { Fault } from './fault.ts';
import { faultCases } from './fault-cases.ts';
import type { FaultResult } from './strength.ts';
import { touched } from './touched.ts';

export interface FaultRun extends Pick<FaultResult, 'verdict' | 'caughtBy' | 'reason'> {
  /** Whether the cases that a run of the clause alone takes are enough. */
  readonly isCaughtAlone: boolean;
  /** What others could have looked at: every exchange of the cases, and every message as it came. */
  readonly exchanges: readonly Exchange[];
  readonly messages: readonly string[];
}

export async function runFault(fault: Fault, rows: readonly PlannedCase[]): Promise<FaultRun> {
  const { seams, isTouched } = touched(fault.seams());
  const { target: plain, stop } = await startSandboxInProcess({ seams: composeSeams([seams]) });
  const messages: string[] = [];
  const target = overheard(plain, messages);
  const results: CaseResult[] = [];
  const run = async (cases: readonly PlannedCase[]): Promise<boolean> => {
    for (const row of cases) results.push(await row.run(target));
    return results.some((result) => cites(result, fault.clause));
  };
  const { own, others, sample } = faultCases(rows, fault);
  const isCaughtAlone = await run(own);
  // One catch by the way is enough, and most clauses of messages are shown by hundreds.
  for (const row of isCaughtAlone ? [] : others) if (await run([row])) break;
  await run(sample);
  await stop();
  const caughtBy = results
    .filter((result) => cites(result, fault.clause))
    .map(({ says, file }) => ({ says, file }));
  const exchanges = results.flatMap((result) => result.exchanges);
  if (caughtBy.length > 0) return { verdict: 'caught', caughtBy, isCaughtAlone, exchanges, messages };
  const reason = missing(fault, results, isTouched());
  return { verdict: 'survived', caughtBy, isCaughtAlone, reason, exchanges, messages };
}

function cites({ findings }: CaseResult, clause: string): boolean {
  return findings.some((finding) => finding.clause === clause);
}

/** The observation that a survivor lacks. */
function missing({ clause }: Fault, results: readonly CaseResult[], isTouched: boolean): string {
  if (!isTouched) return `none of the ${results.length} cases brings it about`;
  const blamed = new Set(results.flatMap(({ findings }) => findings.map((finding) => finding.clause)));
  if (blamed.size > 0) return `it is blamed on ${[...blamed].sort().join(', ')} and not on ${clause}`;
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
