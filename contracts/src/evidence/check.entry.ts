/** Judges one recorded exchange or message from code, as the verb `check` does. */
import { only } from '../base/errors.ts';
import { JsonError, type JsonText, textOrValue } from '../base/exact-json.ts';
import type { Finding } from '../judge/clause-check.ts';
import type { OperationId } from '../judge/operation.ts';
import type { Settings } from '../judge/settings.ts';
import { type GivenCipher, givenCipher } from '../messages/cipher.ts';
import type { TriggerEvent } from '../messages/message.ts';
import { checkRecord } from './check-record.ts';
import { BrokenRecord } from './recording.ts';

/** The key for the default cipher or another cipher, which only messages need, and the settings of the provider. */
export type CheckOptions = Partial<GivenCipher> & { readonly settings?: Settings };

export interface Checked {
  /** A call, or the trigger event of a message; null if it is not documented, or unknown. */
  readonly operation: OperationId | TriggerEvent | null;
  /** On the provider. Refused is a refusal (400 to 599) that breaks nothing; not judged what the documentation does not show, was not recorded or cannot be read. */
  readonly verdict: 'upheld' | 'violated' | 'refused' | 'not-judged';
  /** Every broken sentence of the documentation, and where: by the provider, or by the request of a call that succeeded (`about`). */
  readonly findings: readonly Finding[];
  /** JSON Pointers, `*` for any index, of fields that the documentation does not list and keys that no record has. They break nothing. */
  readonly undocumented: readonly string[];
  /** Why it is not judged. */
  readonly reason?: string;
}

/**
 * `record` is `{ request: { method, url, headers, body }, response: { status, headers, body } }` or `{ message, rule? }`,
 * or a message by itself, or a fixture of this package, as a value or, digit for digit, as its JSON text. Rejects for a message without a key or cipher, and for a bad key.
 */
export async function check(record: unknown, given: CheckOptions = {}): Promise<Checked> {
  const checked = await checkRecord(
    { read: () => viewsOf(record) },
    async () => givenCipher('check', given),
    given.settings,
  );
  const { operation, verdict, findings, undocumented, reason } = checked;
  return { operation, verdict, findings, undocumented, ...(reason && { reason }) };
}

function viewsOf(record: unknown): JsonText {
  try {
    return textOrValue(record);
  } catch (error) {
    only(error, JsonError);
    throw new BrokenRecord(`the record is not valid JSON: ${error.message}`);
  }
}
