/** Replaces values by made-up ones of the same form: equal values by equal ones, different values by different ones. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { LosslessNumber } from 'lossless-json';
import { toBig } from '../../../../contracts/src/base/decimal.ts';
import { checkedIban, isIban, isUuid } from '../../../../contracts/src/base/formats.ts';
import type { Decimal } from '../../../../contracts/src/base/json-value.ts';

/** A sign stays one of its kind. */
const GROUPS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];
const HEX = '0123456789abcdef';
/** Signs beyond ASCII are in blocks of so many, most of them of one script. */
const BLOCK = 32;

/** A sign of a text, by its place among those that it may become. */
interface Sign {
  readonly at: number;
  readonly among: string | readonly string[];
}

export class MadeUpValues {
  readonly #key: Buffer;
  /** The same for the same seed, of which it shows nothing. */
  readonly seedHash: string;

  /** The same seed gives the same values; without one, each instance has values of its own. */
  constructor(seed?: string) {
    this.#key = seed === undefined ? randomBytes(32) : createHash('sha256').update(seed).digest();
    this.seedHash = this.digest('').replace('struck-', '');
  }

  /** What replaces a secret. Equal secrets get the same one, and it shows nothing of the secret. */
  digest(secret: string): string {
    return `struck-${createHmac('sha256', this.#key).update(secret).digest('hex').slice(0, 16)}`;
  }

  /** A UUID stays one, an IBAN a valid one of its country; an e-mail address is one of the domain `example`. */
  text(value: string): string {
    if (isUuid(value)) return this.#moved([...value.toLowerCase()].map((sign) => signAmong(HEX, sign)));
    const iban = value.replaceAll(' ', '').toUpperCase();
    if (isIban(iban)) return this.#iban(value, iban);
    const made = this.#moved([...value].map(signOf));
    return /^[^\s@]+@[^\s@]+$/.test(value) ? `${made}.example` : made;
  }

  /** With as many digits before and after the point, and the same value for 12.5, 12.50 and 125e-1. */
  number(value: Decimal): LosslessNumber {
    const source = String(value);
    const plain = /e/i.test(source) ? (toBig(value)?.toFixed() ?? '0') : source;
    // Zeros at the end of decimals say nothing of the value.
    const [, digits = '', zeros = ''] = /^(-?\d+(?:\.\d*[1-9])?)(\.?0*)$/.exec(plain) ?? [];
    const first = digits.startsWith('-') ? 1 : 0;
    const last = digits.includes('.') ? digits.length - 1 : first;
    const signs = [...digits].map((digit, at) => {
      if (at === first && digit === '0') return fixed(digit);
      // A zero there would change how many digits there are.
      return at === first || at === last ? signAmong('123456789', digit) : signOf(digit);
    });
    return new LosslessNumber(this.#moved(signs) + zeros);
  }

  /** Blanks and small letters stay where people wrote them. */
  #iban(value: string, iban: string): string {
    const account = this.#moved([...iban.slice(4)].map(signOf));
    const made = [...checkedIban(iban.slice(0, 2), account)];
    const text = value.replace(/[^ ]/g, () => made.shift() ?? '');
    return value === value.toLowerCase() ? text.toLowerCase() : text;
  }

  /** Moves each half by a keyed hash of the other, twice. With the key that can be undone, so no two texts become one. */
  #moved(signs: readonly Sign[]): string {
    const middle = Math.ceil(signs.length / 2);
    let [next, other] = [signs.slice(0, middle), signs.slice(middle)];
    for (let round = 0; round < 4; round++) {
      const hash = createHash('shake256', { outputLength: 4 * next.length })
        .update(this.#key)
        .update(`${round} ${textOf(other)}`)
        .digest();
      const shifted = next.map(({ at, among }, index) => ({
        at: (at + hash.readUInt32LE(4 * index)) % among.length,
        among,
      }));
      [next, other] = [other, shifted];
    }
    return textOf([...next, ...other]);
  }
}

function textOf(signs: readonly Sign[]): string {
  return signs.map(({ at, among }) => among[at]).join('');
}

function signOf(sign: string): Sign {
  const group = GROUPS.find((each) => each.includes(sign));
  if (group !== undefined) return signAmong(group, sign);
  const code = sign.codePointAt(0) ?? 0;
  // Below are blanks and punctuation; a lone surrogate is no sign.
  if (code < 0xc0 || (code >= 0xd800 && code < 0xe000)) return fixed(sign);
  const start = code - (code % BLOCK);
  const among = Array.from({ length: BLOCK }, (_, at) => String.fromCodePoint(start + at));
  return { at: code - start, among };
}

function signAmong(group: string, sign: string): Sign {
  const at = group.indexOf(sign);
  return at === -1 ? fixed(sign) : { at, among: group };
}

function fixed(sign: string): Sign {
  return { at: 0, among: [sign] };
}
