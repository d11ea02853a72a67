/** Judges one recorded exchange or message in code, like the verb `check`. */

import { JsonError, textOrValue } from '../base/exact-json.ts';
import { only } from '../base/only.ts';
import type { Settings } from '../judge/settings.ts';
import { type GivenCipher, givenCipher } from '../messages/cipher.ts';
import { type CheckedRecord, checkRecord } from './check-record.ts';
import { evidenceOf } from './read-evidence.ts';
import { BrokenRecord } from './recorded-parts.ts';

/** A key for the default cipher or another cipher, needed for messages only, and the settings of the provider. */
export type CheckOptions = Partial<GivenCipher> & { readonly settings?: Settings };

export type Checked = Pick<CheckedRecord, 'operation' | 'verdict' | 'findings' | 'undocumented' | 'reason'>;

/**
 * Judges `{ request: { method, url, headers, body }, response: { status, headers, body } }`, `{ message, rule? }`, a message by
 * itself, or a fixture of this package; as a value or, digit for digit, as JSON text. Rejects with an Error for a message
 * without a key or cipher, and CipherError for a bad key; an unreadable record is `not-judged`.
 *
 * @example
 * import low from 'bank-access-contracts/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
 * import { check } from 'bank-access-contracts/check';
 * const { verdict } = await check({ message: low.message }, { key: low.key });
 * verdict; // 'upheld'
 */
export async function check(record: unknown, given: CheckOptions = {}): Promise<Checked> {
  const checked = await checkRecord(
    evidenceOf(() => readRecord(record)),
    async () => givenCipher('check', given),
    given.settings,
  );
  const { operation, verdict, findings, undocumented, reason } = checked;
  return { operation, verdict, findings, undocumented, ...(reason && { reason }) };
}

function readRecord(record: unknown): unknown {
  try {
    return textOrValue(record);
  } catch (error) {
    only(error, JsonError);
    throw new BrokenRecord(`the record is not valid JSON: ${error.message}`);
  }
}
