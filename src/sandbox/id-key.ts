/** The key of an id in maps and sets: the same for the same number, however it is written and however long it is. */
import { LosslessNumber } from 'lossless-json';
import { amountOf } from './amount.ts';

/** A whole number that a float keeps, else its digits, or a text that is no number. */
export type Key = number | string;

/** `id` is a number or LosslessNumber of a valid body. */
export function keyOf(id: number): Key {
  if (Number.isSafeInteger(id)) return id;
  const exact = amountOf(id);
  const plain = exact.toNumber();
  return Number.isSafeInteger(plain) && exact.eq(plain) ? plain : exact.toString();
}

/** The same for an id that stands in a text, as categoryId does in params. */
export function keyOfText(text: string): Key {
  const id = text.trim();
  return /^(0|[1-9]\d{0,99})$/.test(id) ? keyOf(new LosslessNumber(id) as unknown as number) : id;
}

/** The keys of a list of identifiers such as accountIds (Resources, Notification rule). */
export function keysOfList(ids: string): Set<Key> {
  return new Set(ids.split(',').map(keyOfText));
}
