/** Gives a made-up message values that no other message of a run has, so that a handler's view shows whose they are. */
import { decimalIn, toBig } from '../../../contracts/src/base/decimal.ts';
import { layoutOf } from '../../../contracts/src/base/event-layout.ts';
import { isNumber, isObject } from '../../../contracts/src/base/json-value.ts';
import type { ExactMessage } from '../../../contracts/src/messages/message.ts';
import { MONEY } from './handler-view.ts';

const NAMES = /(?:name|purpose|message|handle)$/i;
/** The range of large counts. */
const COUNTS = { least: 1000, many: 9000 };
/** A float keeps no such number with its cents. */
const MUCH = 1e15;

/**
 * The message of the `nth` kind: names have a word of their own, amounts and thresholds are multiplied alike or, of many digits,
 * moved alike, so that what holds between them still holds; counts are large where no list is counted.
 */
export function distinctive<Message extends ExactMessage>(message: Message, nth: number): Message {
  const { count = '' } = layoutOf[message.triggerEvent];
  const words = new Map<string, string>();
  const wordFor = (text: string) => {
    const word = words.get(text) ?? `k${(nth * 1000 + words.size).toString(36)}`;
    words.set(text, word);
    return `${text}${text.includes(' ') ? ' ' : '-'}${word}`;
  };
  const isLarge = JSON.stringify(message).match(/\d{16}\./) !== null;
  const money = (value: unknown) => {
    const number = toBig(value);
    if (!number || (isLarge && number.abs().lt(MUCH))) return value;
    const far = number.s * (1 + (nth % 900_000));
    return decimalIn((isLarge ? number.plus(far) : number.times(101 + (nth % 899))).toFixed(2));
  };
  const edited = (value: unknown, name = '', holder: object = {}): unknown => {
    if (Array.isArray(value)) return value.map((item) => edited(item));
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, edited(part, key, value)]));
    if (typeof value === 'string') return NAMES.test(name) && value !== '' ? wordFor(value) : value;
    if (!isNumber(value)) return value;
    if (MONEY.test(name)) return money(value);
    if (name === 'notificationRuleId') return 100_000_000 + nth;
    return name === count && !('details' in holder) ? COUNTS.least + ((nth * 7) % COUNTS.many) : value;
  };
  return edited(message) as Message;
}
