/** Turns a plain message into the one that travels (Events 3). */
import { writeJson } from '../contract/exact-json.ts';
import type { Cipher } from './cipher.ts';
import { DETAILS, encryptedPlaces } from './encrypted-places.ts';
import type { MessageOf, PlainMessage } from './message.ts';

/**
 * Encrypts every text that the documents mark as encrypted and writes `details` as JSON first, its numbers digit for
 * digit; null stays null and what is absent stays absent. LosslessNumbers beside the details stay what they are:
 * write the message with `writeJson`. The plain message is left as it is.
 */
export async function encryptMessage<Plain extends PlainMessage>(
  plain: Plain,
  cipher: Cipher,
): Promise<MessageOf<Plain['triggerEvent']>> {
  const { copy, places } = encryptedPlaces(plain);
  await Promise.all(
    places.map(async ({ holder, field }) => {
      const text = textOf(holder[field], field);
      if (text !== undefined) holder[field] = await cipher.encrypt(text);
    }),
  );
  return copy as MessageOf<Plain['triggerEvent']>;
}

function textOf(value: unknown, field: string): string | undefined {
  if (field === DETAILS && typeof value === 'object' && value !== null) return writeJson(value);
  return typeof value === 'string' ? value : undefined;
}
