/** Judges the message of one call to `listen`, or says why it is not judged. */

import { JsonError, readJson } from '../../contracts/src/base/exact-json.ts';
import { kindOf } from '../../contracts/src/base/text.ts';
import {
  isUnreadable,
  type JudgedMessage,
  type JudgeMessageOptions,
  judgeMessage,
} from '../../contracts/src/judge/judge-message.ts';
import { type Cipher, CipherError } from '../../contracts/src/messages/cipher.ts';
import type { Received } from '../../contracts/src/node/receiver.ts';

export type HeardMessage = Pick<JudgedMessage, 'triggerEvent' | 'callbackHandle' | 'verdict' | 'findings'> & {
  /** Why it is not judged; absent for a message that is. */
  readonly reason?: string;
  /** Nothing in it could be decrypted. */
  readonly isUnreadable?: true;
};

const TOO_LARGE = 'the message holds more than is judged at once, far more than any documented one';

/** Never throws, so that the listener goes on. */
export async function heardMessage(
  call: Received | { readonly broken: string },
  options: JudgeMessageOptions,
): Promise<HeardMessage> {
  if ('broken' in call) return unheard(call.broken);
  if (call.text.trim() === '') return unheard('the body is empty');
  const bound = new MessageBound();
  bound.add(call.text);
  if (bound.isExceeded) return unheard(TOO_LARGE);
  try {
    const json = readJson(call.text);
    const judged = await judgeMessage(json, { ...options, cipher: bound.around(options.cipher) });
    if (bound.isExceeded) return unheard(TOO_LARGE);
    const { triggerEvent, callbackHandle, verdict, findings } = judged;
    const heard = { triggerEvent, callbackHandle, verdict, findings };
    if (verdict === 'violated' && isUnreadable(judged)) return { ...heard, isUnreadable: true };
    if (verdict !== 'not-judged') return heard;
    const kind = kindOf(json.value);
    const reason =
      kind === 'an object'
        ? 'its triggerEvent is none of the documented ones'
        : `the body is ${kind}, not an object`;
    return { ...heard, reason };
  } catch (error) {
    if (error instanceof JsonError) return unheard(`the body cannot be read as JSON: ${error.reason}`);
    // The cipher of a target may throw any error.
    return unheard(`the message cannot be judged (${error instanceof Error ? error.name : 'unknown error'})`);
  }
}

function unheard(reason: string): HeardMessage {
  return { triggerEvent: null, callbackHandle: null, verdict: 'not-judged', findings: [], reason };
}

/** Far above any documented message: the details of 5,000 transactions. */
const MOST = 100_000;
/** Findings that one object may cause, its missing fields included. */
const OBJECT = 10;
const [COMMA, BRACE] = [0x2c, 0x7b];

/** Bounds the judging of one message: every finding takes memory. */
class MessageBound {
  #weight = 0;

  get isExceeded(): boolean {
    return this.#weight > MOST;
  }

  /** JSON of the message, encrypted or decrypted. */
  add(json: string): void {
    for (let at = 0; at < json.length && !this.isExceeded; at++) {
      const sign = json.charCodeAt(at);
      if (sign === COMMA) this.#weight++;
      else if (sign === BRACE) this.#weight += OBJECT;
    }
  }

  /** A cipher that adds what it decrypts, and decrypts nothing once the bound is exceeded. */
  around(cipher: Cipher): Cipher {
    return {
      encrypt: (plain) => cipher.encrypt(plain),
      decrypt: async (text) => {
        const plain = await cipher.decrypt(text);
        this.add(plain);
        if (this.isExceeded) throw new CipherError('the message is too large to be judged');
        return plain;
      },
    };
  }
}
