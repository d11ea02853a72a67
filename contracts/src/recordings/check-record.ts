/** Judges one record, an exchange or a message: its operation, the clauses that it shows, and its findings. */

import type { Finding } from '../base/finding.ts';
import { member } from '../base/json-value.ts';
import type { WholeJudgement } from '../judge/clause-check.ts';
import type { Exchange } from '../judge/exchange.ts';
import { judge } from '../judge/judge.ts';
import { isUnreadable, judgeMessage } from '../judge/judge-message.ts';
import { answerOf, type OperationId, requestSchema, responseClass } from '../judge/operation.ts';
import type { Settings } from '../judge/settings.ts';
import type { Cipher } from '../messages/cipher.ts';
import type { TriggerEvent } from '../messages/message.ts';
import type { CallEvidence, Evidence, MessageEvidence } from './read-evidence.ts';
import { BrokenRecord } from './recorded-parts.ts';

export interface CheckedRecord extends WholeJudgement {
  /** The operation of a call or trigger event of a message; null if undocumented, unknown or broken. */
  readonly operation: OperationId | TriggerEvent | null;
  /** The verdict on the provider. An error response (400 to 599) without findings is `refused`: it proves nothing. */
  readonly verdict: 'upheld' | 'violated' | 'refused' | 'not-judged';
  /** The documented fields missing from a V1 error envelope other than that of 451. */
  readonly missing?: readonly string[];
  /** Why the record, or its request, is not judged. */
  readonly reason?: string;
  /** Set if the record cannot be read. */
  readonly isBroken?: boolean;
  /** Set if no encrypted field could be decrypted, though a key may. */
  readonly isUnreadable?: boolean;
  /** The record as read; absent if broken. */
  readonly evidence?: Evidence;
  /** The message in plain text, if its rule is unknown and all of it could be decrypted. It is personal. */
  readonly decrypted?: unknown;
}

/** Of a record that is not judged. */
export const NOTHING = {
  operation: null,
  verdict: 'not-judged',
  findings: [],
  shows: [],
  undocumented: [],
} as const;

/**
 * Judges a record, or a message by itself; an unreadable one is broken. `cipher` is called for messages only, and its errors
 * are passed on.
 */
export async function checkRecord(
  evidence: Evidence | BrokenRecord,
  cipher: () => Promise<Cipher>,
  settings?: Settings,
): Promise<CheckedRecord> {
  if (evidence instanceof BrokenRecord) return { ...NOTHING, reason: evidence.message, isBroken: true };
  if (evidence.kind === 'body') return { ...NOTHING, reason: NO_CALL, isBroken: true };
  if (evidence.kind === 'message') return checkMessage(evidence, await cipher(), settings);
  return { ...checkCall(evidence, settings), evidence };
}

const NO_CALL = 'it is a request body without its call: assess, migrate and compare read it';

/** Judges a call; one with an undocumented response is not judged. */
function checkCall(call: CallEvidence, settings?: Settings): CheckedRecord {
  const { operation, request, response, gaps = {} } = call;
  if (operation === null) return { ...NOTHING, reason: 'no documented call' };
  if (!response) return { ...NOTHING, operation, reason: 'no response' };
  const exchange = { request, response };
  const judged = judge(operation, exchange, settings);
  // Parts that were not recorded neither break nor show a clause.
  const gapAt = ({ pointer }: Finding) =>
    Object.entries(gaps).find(([place]) => `${pointer}/`.startsWith(`${place}/`))?.[1];
  const findings = judged.findings.filter((finding) => gapAt(finding) === undefined);
  const left = judged.findings.filter((finding) => !findings.includes(finding));
  const shows = judged.shows.filter((clause) => !left.some((each) => each.clause === clause));
  const unread = gaps['/request/body'];
  const result = {
    operation,
    findings,
    undocumented: judged.undocumented,
    missing: judged.missing,
    ...(unread !== undefined && { reason: `${unread}: the response alone is judged` }),
  };
  if (findings.some(isOfProvider)) return { ...result, verdict: 'violated', shows };
  const found = responseClass(operation, response.status);
  if (found === 'error' || found === 'busy') return { ...result, verdict: 'refused', shows };
  const first = left.find(isOfProvider);
  const reason = first ? gapAt(first) : nothingShown(operation, exchange, unread);
  if (reason !== undefined) return { ...result, verdict: 'not-judged', shows: [], reason };
  return { ...result, verdict: 'upheld', shows };
}

export function isOfProvider({ about }: Finding): boolean {
  return about === 'provider';
}

/** Why an exchange without findings says nothing about the service. */
function nothingShown(
  operation: OperationId,
  { request, response }: Exchange,
  unread = 'the request body is empty',
): string | undefined {
  const kind = answerOf(operation, response);
  if (kind === undefined) return `status ${response.status} is not documented for ${operation}`;
  const isOfRequest = kind.schema === undefined && requestSchema(operation) !== undefined;
  return isOfRequest && request.body === undefined ? unread : undefined;
}

async function checkMessage(
  evidence: MessageEvidence,
  cipher: Cipher,
  settings?: Settings,
): Promise<CheckedRecord> {
  const { message, rule, isDelivery = false, record } = evidence;
  const judging = { cipher, ...(rule && { rule }), ...(settings && { settings }) };
  const judged = await judgeMessage(message, judging);
  const { triggerEvent, shows, undocumented, decrypted } = judged;
  const isWhole = !judged.findings.some(({ clause }) => UNREAD.includes(clause));
  const isLocked = isDelivery && isUnreadable(judged);
  const isMadeUp = isLocked && member(record, 'seed') !== undefined;
  const findings = isLocked
    ? judged.findings.filter(({ clause }) => !UNREAD.includes(clause))
    : judged.findings;
  const isUnjudged = judged.verdict === 'not-judged' || (isLocked && findings.length === 0);
  return {
    operation: triggerEvent,
    verdict: isUnjudged ? 'not-judged' : judged.verdict,
    findings,
    shows: isLocked ? shows.filter((clause) => !UNREAD.includes(clause)) : shows,
    undocumented,
    evidence,
    isUnreadable: isUnreadable(judged) && !isMadeUp,
    decrypted: isWhole && !rule ? decrypted : undefined,
    ...(isUnjudged && {
      reason: isMadeUp
        ? 'record --redact made up what was encrypted, and no key decrypts it'
        : isLocked
          ? 'nothing of the message could be decrypted'
          : 'a message of another kind',
    }),
  };
}

/** The clauses whose findings show that a message was not decrypted completely. */
const UNREAD: readonly Finding['clause'][] = [
  'MESSAGE-ENCRYPTION',
  'MESSAGE-DETAILS',
  'MESSAGE-TRIGGER-EVENT',
];
