/** Writes the text of a message: composed, encrypted, as JSON. */
import { writeJson } from '../../../contracts/src/contract/exact-json.ts';
import type { Cipher, CipherMaker } from '../../../contracts/src/messages/cipher.ts';
import { encryptMessage } from '../../../contracts/src/messages/encrypt-message.ts';
import type { Seams } from '../seams.ts';
import { composeMessage } from './compose-message.ts';
import type { RuleMatch } from './rule-match.ts';
import type { Basis } from './trigger-events.ts';

/** `cipher` makes the cipher of the data decryption key; asked when the first message is written. */
export function messageWriter(
  cipher: () => ReturnType<CipherMaker>,
  basis: () => Basis,
  seams: Seams,
): (match: RuleMatch) => Promise<string> {
  let made: Promise<Cipher> | undefined;
  return async (match) => {
    made ??= cipher();
    const plain = seams.plainMessage(composeMessage(match, basis()), match);
    const message = await encryptMessage(plain, await made);
    return seams.messageText(writeJson(seams.message(message, plain, match)), match);
  };
}
