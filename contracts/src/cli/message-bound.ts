/** Bounds what is judged of one message: whatever stands in it may be wrong, and every finding takes memory. */
import { type Cipher, CipherError } from '../messages/cipher.ts';

/** Far above any documented message: the details of 5,000 transactions. */
const MOST = 100_000;
/** How much may be wrong of one object, its missing fields included. */
const OBJECT = 10;
const [COMMA, BRACE] = [0x2c, 0x7b];

export class MessageBound {
  #weight = 0;

  get isExceeded(): boolean {
    return this.#weight > MOST;
  }

  /** JSON of the message, as it travels or as it is decrypted. */
  add(json: string): void {
    for (let at = 0; at < json.length && !this.isExceeded; at++) {
      const sign = json.charCodeAt(at);
      if (sign === COMMA) this.#weight++;
      else if (sign === BRACE) this.#weight += OBJECT;
    }
  }

  /** The cipher that adds what it decrypts, and decrypts nothing once the bound is exceeded. */
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
