/** Replaces values by made-up ones of the same kind and length: equal values by equal ones. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { LosslessNumber } from 'lossless-json';
import { toBig } from '../../../../contracts/src/base/decimal.ts';
import { checkedIban, isIban, isUuid } from '../../../../contracts/src/base/formats.ts';
import type { Decimal } from '../../../../contracts/src/base/json-value.ts';
import { STRUCK } from '../../../evidence/facts.ts';

const HEX = '0123456789abcdef';
/** What a character becomes, by its kind; every other one stays. */
const KINDS: readonly (readonly [RegExp, among: string])[] = [
  [/\p{Nd}/u, '0123456789'],
  [/\p{Lu}/u, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [/\p{L}|[^\0-\xbf]/u, 'abcdefghijklmnopqrstuvwxyz'],
];

export class MadeUpValues {
  readonly #key: Buffer;
  /** Equal seeds have the same hash, which shows nothing of the seed. */
  readonly seedHash: string;

  /** Equal seeds give equal values; without a seed, each instance has values of its own. */
  constructor(seed?: string) {
    this.#key = seed === undefined ? randomBytes(32) : createHash('sha256').update(seed).digest();
    this.seedHash = this.#hash('').toString('hex').slice(0, 16);
  }

  /** What replaces a secret. Equal secrets get the same one, and it shows nothing of the secret. */
  digest(secret: string): string {
    return `${STRUCK}${this.#hash(secret).toString('hex').slice(0, 16)}`;
  }

  /** A UUID stays one, an IBAN a valid one of its country; an e-mail address is one of the domain `example`. */
  text(value: string): string {
    if (isUuid(value)) return this.#made(value.toLowerCase(), (sign) => (sign === '-' ? undefined : HEX));
    const iban = value.replaceAll(' ', '').toUpperCase();
    if (isIban(iban)) return this.#iban(value, iban);
    const made = this.#made(value);
    return /^[^\s@]+@[^\s@]+$/.test(value) ? `${made}.example` : made;
  }

  /** Keeps the number of digits before and after the point; 12.5, 12.50 and 125e-1 get the same value. */
  number(value: Decimal): LosslessNumber {
    const source = String(value);
    const plain = /e/i.test(source) ? (toBig(value)?.toFixed() ?? '0') : source;
    // Zeros at the end of decimals say nothing of the value.
    const [, digits = '', zeros = ''] = /^(-?\d+(?:\.\d*[1-9])?)(\.?0*)$/.exec(plain) ?? [];
    const first = digits.startsWith('-') ? 1 : 0;
    const last = digits.includes('.') ? digits.length - 1 : first;
    const made = this.#made(digits, (digit, at) => {
      if (at === first && digit === '0') return undefined;
      // A zero there would change how many digits there are.
      return at === first || at === last ? '123456789' : kindOfSign(digit);
    });
    return new LosslessNumber(made + zeros);
  }

  /** Blanks and small letters stay where people wrote them. */
  #iban(value: string, iban: string): string {
    const made = [...checkedIban(iban.slice(0, 2), this.#made(iban.slice(4)))];
    const text = value.replace(/[^ ]/g, () => made.shift() ?? '');
    return value === value.toLowerCase() ? text.toLowerCase() : text;
  }

  /** Each character becomes one of `among`, and stays where that is undefined. */
  #made(value: string, among: (sign: string, at: number) => string | undefined = kindOfSign): string {
    const signs = [...value];
    // The hash is stretched to a byte for each character.
    const bytes = createHash('shake256', { outputLength: signs.length + 1 })
      .update(this.#hash(value))
      .digest();
    return signs
      .map((sign, at) => {
        const others = among(sign, at);
        return others === undefined ? sign : others[(bytes[at] ?? 0) % others.length];
      })
      .join('');
  }

  #hash(value: string): Buffer {
    return createHmac('sha256', this.#key).update(value).digest();
  }
}

function kindOfSign(sign: string): string | undefined {
  // Below are blanks and punctuation.
  return KINDS.find(([kind]) => kind.test(sign))?.[1];
}
