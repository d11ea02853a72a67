/** Judges one record: which operation it is, whether the documentation was kept, and if not where. */
import type { Exchange } from '../judge/exchange.ts';
import type { Finding } from '../judge/finding.ts';
import { judge } from '../judge/judge.ts';
import { answerKind, type OperationId, operationOf } from '../judge/operation.ts';
import type { Settings } from '../judge/settings.ts';
import type { TriggerEvent } from '../messages/notification-rule.ts';
import { BrokenRecord } from './broken-record.ts';
import { recordedCall, recordedExchange } from './recorded-exchange.ts';

export interface CheckedRecord {
  /** A call, or the trigger event of a message; null where it is none that is documented, or broken before one could tell. */
  readonly operation: OperationId | TriggerEvent | null;
  readonly verdict: 'upheld' | 'violated' | 'not-judged';
  readonly findings: readonly Finding[];
  /** Why the record cannot be read; such a record is not judged. */
  readonly broken?: string;
  /** The exchange that was judged. */
  readonly exchange?: Exchange;
  /** Nothing of what is encrypted in the message could be decrypted. */
  readonly isUnreadable?: true;
  /** The places of a message that are not documented. */
  readonly undocumented?: readonly string[];
}

const UNKNOWN: CheckedRecord = { operation: null, verdict: 'not-judged', findings: [] };

/** `read` gives the record or throws BrokenRecord. An answer that the documentation does not show is not judged. */
export function checkRecord(read: () => unknown, settings?: Settings): CheckedRecord {
  let operation: OperationId | null = null;
  try {
    const record = read();
    const call = recordedCall(record);
    operation = operationOf(call) ?? null;
    if (operation === null) return UNKNOWN;
    const exchange = recordedExchange(record, call, operation);
    const findings = judge(operation, exchange, settings);
    const isShown = answerKind(operation, exchange.response.status) !== undefined;
    const verdict = findings.length > 0 ? 'violated' : isShown ? 'upheld' : 'not-judged';
    return { operation, verdict, findings, exchange };
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
    return { operation, verdict: 'not-judged', findings: [], broken: error.message };
  }
}
