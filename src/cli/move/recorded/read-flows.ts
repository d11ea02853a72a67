/** Reads the V1 flows and V2 requests of recordings, for `assess`, `migrate` and `compare`. */
import { count } from '../../../../contracts/src/base/text.ts';
import { BrokenRecord } from '../../../../contracts/src/recordings/recorded-parts.ts';
import type { Assessment } from '../../../evidence/assessment.ts';
import {
  isFlow,
  isTaken,
  MOST_FOLLOWED,
  type RecordedFlow,
  type RecordedFlowCall,
  Repetitions,
  recordedFlowCall,
  V1Payments,
} from '../../../evidence/recorded-flows.ts';
import { FewLines, readRecordings, sourceText } from '../../recordings/recording-files.ts';

/** Calls `onFlow` with each accepted flow, a payment with its submission. Prints what cannot be read, and reads on. */
export async function readFlows(files: readonly string[], onFlow: (flow: RecordedFlow) => void) {
  /** Hashes of the seeds of `record --redact`. */
  const seeds = new Set<string>();
  /** Calls that did not succeed, which are no flows. */
  let refused = 0;
  const v1Payments = new V1Payments();
  /** The V1 creates that wait for a submission, and the submissions that wait for a create, by payment. */
  const waiting = { create: new Map<string, RecordedFlow>(), submit: new Map<string, RecordedFlowCall>() };
  const pair = (call: RecordedFlowCall, payment: string) => {
    const create = isFlow(call) ? call : waiting.create.get(payment);
    const submission = isFlow(call) ? waiting.submit.get(payment) : call;
    if (create && submission) {
      waiting.create.delete(payment);
      waiting.submit.delete(payment);
      onFlow({ ...create, submission });
    } else if (!create) waiting.submit.set(payment, call);
    else {
      const earlier = waiting.create.get(payment);
      if (earlier) onFlow(earlier);
      waiting.create.set(payment, create);
    }
  };
  /** Calls that got no response and were sent again, which are no flows either. */
  let repeated = 0;
  const repetitions = new Repetitions((first, second) => {
    repeated++;
    noted.add(`${sourceText(first.source)} got no response, and ${sourceText(second.source)} repeats it.`);
  });
  const noted = new FewLines();
  const take = (call: RecordedFlowCall) => {
    v1Payments.add(call);
    const { payment } = call;
    if (payment !== undefined && waiting.create.size + waiting.submit.size < MOST_FOLLOWED)
      pair(call, payment);
    else if (isFlow(call)) onFlow(call);
  };
  const { broken: brokenRecords, unreadable } = await readFlowCalls(files, (call) => {
    if (call === undefined || call instanceof BrokenRecord || call.kind === 'call') return;
    if (call.seed !== undefined) seeds.add(call.seed);
    if (isTaken(call)) repetitions.add(call).forEach(take);
    else refused++;
  });
  repetitions.end().forEach(take);
  noted.end('calls got no response and were repeated');
  for (const create of waiting.create.values()) onFlow(create);
  const orphans = new FewLines();
  for (const submission of v1Payments.orphans())
    orphans.add(`${sourceText(submission)} submits a payment whose create is not recorded.`);
  orphans.end('payments have no create');
  const payments = v1Payments.counts();
  /** How many records and files cannot be read. */
  const broken = brokenRecords + unreadable;
  /** Whether a flow may be missing. */
  const isIncomplete = broken + payments.withoutCreate + payments.notFollowed > 0;
  return { refused, repeated, payments, broken, isIncomplete, seeds };
}

/**
 * Calls `add` with each record, or why it cannot be read. Says on stderr what cannot be read, and reads on. Returns how many
 * records and files that were.
 */
export async function readFlowCalls(
  files: readonly string[],
  add: Assessment['add'],
): Promise<{ readonly broken: number; readonly unreadable: number }> {
  const broken = new FewLines();
  const unreadable = await readRecordings(files, (file, records) => {
    for (const found of records) {
      const source = { file, index: found.index, line: found.line };
      const call = recordedFlowCall(found, source);
      if (call instanceof BrokenRecord) broken.add(`${sourceText(source)} is broken: ${call.message}.`);
      add(call);
    }
  });
  broken.end('records are broken');
  return { broken: broken.all, unreadable };
}

/** What was not taken in, as parts of a sentence that begin with a comma; empty if nothing was left out. */
export function leftOutText(read: Awaited<ReturnType<typeof readFlows>>): string {
  const { refused, repeated, payments, broken } = read;
  const { withoutCreate, notFollowed } = payments;
  const parts = [
    refused > 0 && `, ${count(refused, 'call')} without success`,
    repeated > 0 && `, ${count(repeated, 'call')} without a response that was repeated`,
    withoutCreate > 0 && `, ${count(withoutCreate, 'submission')} without a create`,
    notFollowed > 0 && `, ${count(notFollowed, 'call')} of further payments not followed`,
    broken > 0 && `, ${count(broken, 'record or file', 'records or files')} broken`,
  ];
  return parts.filter(Boolean).join('');
}
