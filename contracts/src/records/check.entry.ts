/** Judges one recorded exchange or message as the verb `check` does, for those who check from their own code. */
import { JsonError, type JsonText, readJson } from '../base/exact-json.ts';
import type { Finding } from '../judge/clause-check.ts';
import { undocumentedFields } from '../judge/judge.ts';
import type { OperationId } from '../judge/operation.ts';
import type { Settings } from '../judge/settings.ts';
import { type GivenCipher, givenCipher } from '../messages/cipher.ts';
import type { TriggerEvent } from '../messages/message.ts';
import { checkFound } from './check-record.ts';
import { BrokenRecord } from './recorded-exchange.ts';

/** The data decryption key for the default cipher, or a cipher of one's own, which only messages need; and what the provider does otherwise. */
export type CheckOptions = Partial<GivenCipher> & { readonly settings?: Settings };

export interface Checked {
  /** A call, or the trigger event of a message; null where it is none that is documented, or cannot be told. */
  readonly operation: OperationId | TriggerEvent | null;
  /** What the documentation does not show, and what cannot be read, is not judged. */
  readonly verdict: 'upheld' | 'violated' | 'not-judged';
  /** Every sentence of the documentation that is broken, and where. */
  readonly findings: readonly Finding[];
  /** JSON Pointers, `*` for any index, of fields that the documentation does not list. They break nothing. */
  readonly undocumented: readonly string[];
  /** Why the record cannot be read. */
  readonly broken?: string;
}

/**
 * `record` is `{ request: { method, url, headers, body }, response: { status, headers, body } }` or `{ message, rule? }`,
 * as a value or, digit for digit, as its JSON text. Rejects for a message without a key or cipher, and for a bad key.
 */
export async function check(record: unknown, given: CheckOptions = {}): Promise<Checked> {
  const found = { read: (view: keyof JsonText = 'value') => viewsOf(record)[view] };
  const checked = await checkFound(found, async () => givenCipher('check', given), given.settings);
  const { operation, verdict, findings, broken, exchange } = checked;
  const undocumented = new Set(checked.undocumented);
  if (exchange)
    undocumentedFields(operation as OperationId, exchange, (pointer) => undocumented.add(pointer));
  return { operation, verdict, findings, undocumented: [...undocumented], ...(broken && { broken }) };
}

function viewsOf(record: unknown): JsonText {
  if (typeof record !== 'string') return { value: record, exact: record };
  try {
    return readJson(record);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new BrokenRecord(`the record is not valid JSON: ${error.message}`);
  }
}
