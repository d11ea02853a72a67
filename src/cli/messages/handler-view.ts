/** Looks for the values of a message in a handler's view: a URL whose GET returns, as JSON or text, what the handler stored. */
import Big from 'big.js';
import { decimalIn, toBig } from '../../../contracts/src/base/decimal.ts';
import { jsonIn } from '../../../contracts/src/base/exact-json.ts';
import { isIban } from '../../../contracts/src/base/formats.ts';
import { anyItem, isNumber, isObject, partsIn } from '../../../contracts/src/base/json-value.ts';
import { is2xx } from '../../../contracts/src/base/status.ts';
import { only } from '../../base/errors.ts';
import { endingWithin, NoResponse, sendHttp, type Tls, whyNotReached } from '../../http/http-sender.ts';

/** A value of a message; `number` is set if it is numeric. */
interface Said {
  readonly field: string;
  readonly text: string;
  readonly number?: Big | undefined;
}

/** A value that the view does not show. `value` is set for numbers only; `seenAs` is a similar number that the view shows. */
export interface Unseen {
  readonly field: string;
  readonly value?: string;
  readonly seenAs?: string;
}

/** The view cannot be read. The message continues a sentence about it, such as `it responds with 500`. */
export class NoView extends Error {}

export interface View {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: Tls | undefined;
  /** Fields to ignore in messages and in the view: names, or paths such as details.amount. */
  readonly ignored: readonly string[];
  /** How long a response may take, in milliseconds. */
  readonly timeLimitMs: number;
  readonly interruption: AbortSignal;
}

export interface Reading {
  readonly body: string;
  /** All names, texts and numbers, a line each. */
  readonly text: string;
  readonly compact: string;
  /** The numbers as written. Keys: their values. */
  readonly numbers: ReadonlyMap<string, string>;
  /** How often each value is at each place, but for times: a handler may note when it was called. */
  readonly places: ReadonlyMap<string, number>;
}

/** The shortest value that is looked for, in characters. */
const SHORTEST = 4;
/** How far off a number may be, as a share, to count as a wrong copy of the expected one. */
const NEAR = 0.01;
const HUNDRED = new Big(100);

/** Reads the view; returns `before` itself if the body is the same. Rejects with NoView. */
export async function readView(view: View, before?: Reading): Promise<Reading> {
  const { url, headers, tls, timeLimitMs, interruption, ignored } = view;
  const signal = endingWithin(timeLimitMs, interruption);
  try {
    const response = await sendHttp(url.href, { method: 'GET', headers, tls, isAlone: true, signal });
    const body = await response.text();
    if (!is2xx(response.status)) throw new NoView(`it responds with ${response.status}`);
    const type = new Map(response.headers).get('content-type') ?? '';
    if (!/^$|text|json|xml|yaml|csv/i.test(type))
      throw new NoView(`it responds with ${type}, neither JSON nor text`);
    return body === before?.body ? before : readingOf(body, ignored);
  } catch (error) {
    only(error, NoResponse, NoView);
    throw error instanceof NoView ? error : new NoView(whyNotReached(error));
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const TIMES =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.,]*(?:Z|[+-]\d\d:?\d\d)?|\b1[6-9]\d{8}(?:\d{3})?(?:\.\d+)?\b/g;

/** In a body that is not JSON, each line is a value, and its place is the line with its digits replaced by 0. */
function readingOf(body: string, ignored: readonly string[]): Reading {
  const json = jsonIn(body);
  const lines = body.split('\n').map((line) => ({ pointer: `/${line.replace(/\d+/g, '0')}`, value: line }));
  const all = json === undefined ? lines : [...partsIn(json)];
  const parts = all.filter(({ value }) => typeof value !== 'object' || isNumber(value));
  const places = new Map<string, number>();
  for (const { pointer, value } of parts) {
    if (isIgnored(pointer, ignored)) continue;
    const place = `${anyItem(pointer)}\n${String(value).replace(TIMES, 'a time')}`;
    places.set(place, (places.get(place) ?? 0) + 1);
  }
  const names = new Set(all.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])));
  const texts = parts.flatMap(({ value }) => (typeof value === 'boolean' ? [] : plain(String(value))));
  const text = [...names, ...texts].join('\n');
  return { body, text, compact: compacted(text), numbers: new Map(numbersIn(text)), places };
}

/** The text as people read it: Unicode, HTML and white space each in one form. */
function plain(text: string): string {
  return text
    .normalize()
    .replace(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => ENTITIES[name] ?? all)
    .replace(/\s+/g, ' ');
}

/** What the first reading has more often than the other. Each is a place and a value, separated by a line break. */
function moreIn({ places: some }: Reading, { places: others }: Reading): string[] {
  return [...some.keys()].filter((place) => (some.get(place) ?? 0) > (others.get(place) ?? 0));
}

/** The places whose values differ. */
export function differingPlaces(one: Reading, other: Reading): string[] {
  return [...moreIn(one, other), ...moreIn(other, one)].map((place) => place.slice(0, place.indexOf('\n')));
}

const NOTHING = /\n(?:(null|None|undefined)$|.*?(\bNaN\b|\[object Object\]))/;

/** A text such as `null` or `NaN` that is new in a reading: the handler wrote it where it had no value. */
export function newNothing(before: Reading, now: Reading): string | undefined {
  return moreIn(now, before)
    .flatMap((place) => NOTHING.exec(place)?.slice(1) ?? [])
    .find((text) => text);
}

/** Whether the path to a value contains one of the names. */
function isIgnored(pointer: string, names: readonly string[]): boolean {
  const path = `${anyItem(pointer).replaceAll('/*', '').replaceAll('/', '.')}.`;
  return names.some((name) => path.includes(`.${name}.`));
}

/** The values to look for. `others` counts those left out: short values, documented words, times, true and false. */
export function saidIn(message: unknown, ignored: readonly string[]) {
  const said = new Map<string, Said>();
  let others = 0;
  for (const { pointer, value } of partsIn(message)) {
    if ((typeof value === 'object' && !isNumber(value)) || isIgnored(pointer, ignored)) continue;
    const text = String(value);
    const field = pointer.slice(pointer.lastIndexOf('/') + 1);
    const isOwn = typeof value !== 'boolean' && !/^[A-Z_]+$|^\d{4}-\d\d-\d\d /.test(text);
    if (!isOwn || text.length < SHORTEST) others++;
    else said.set(`${field} ${text}`, { field, text, number: numericValue(field, value) });
  }
  return { said: [...said.values()], others };
}

/** An amount may be text in a message. An account number is not numeric: it may begin with 0. */
function numericValue(field: string, value: unknown): Big | undefined {
  return toBig(typeof value === 'string' && MONEY.test(field) ? decimalIn(value) : value);
}

/** The names of amounts, balances and thresholds. */
export const MONEY = /amount|balance|threshold/i;

export function isSeen({ text, number }: Said, { text: all, compact, numbers }: Reading): boolean {
  if (number) return waysToWrite(number).some((each) => numbers.has(`${each}`));
  if (isIban(text)) return compact.includes(compacted(text));
  const expected = plain(text);
  for (let at = all.indexOf(expected); at >= 0; at = all.indexOf(expected, at + 1))
    if (!isInWord(all.charAt(at - 1)) && !isInWord(all.charAt(at + expected.length))) return true;
  return false;
}

function isInWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/** People write an IBAN in groups, and in small letters. */
function compacted(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

const NUMBER = /([-\u2212]?)(\d+(?:[.,'\u2019\u00a0\u202f]\d+)*)(?:[eE]([+-]?\d+))?/g;
const GROUPED = /^\d{1,3}([.,'\u2019\u00a0\u202f])\d{3}(?:\1\d{3})*$/;

/** The numbers in a text as it is written, by their value: with a point or a comma, and with or without groups of three. */
function numbersIn(text: string): [value: string, written: string][] {
  return [...text.matchAll(NUMBER)].flatMap(({ 1: minus, 2: written = '', 3: power = '0', index }) => {
    const point = written.replace(/['\u2019\u00a0\u202f]|[.,](?=.*[.,])/g, '').replace(',', '.');
    const wholes = GROUPED.test(written) ? [point, written.replace(/\D/g, '')] : [point];
    // A hyphen behind a letter or digit is no minus.
    const signs = minus ? ['-', ...(isInWord(text.charAt(index - 1)) ? [''] : [])] : [''];
    return signs.flatMap((sign) =>
      wholes.flatMap((digits): [string, string][] => {
        const number = toBig(decimalIn(`${sign}${digits}e${power}`));
        return number ? [[`${number}`, `${sign}${written}`]] : [];
      }),
    );
  });
}

/**
 * `seenAs` is the nearest number that is new in the view: with the wrong sign, slightly off, or in cents. Numbers that were
 * there before, and other numbers of the message, do not count.
 */
export function unseen(
  { field, text, number }: Said,
  said: readonly Said[],
  before: Reading,
  now: Reading,
): Unseen {
  if (!number) return { field };
  const others = new Set(said.flatMap((other) => waysToWrite(other.number).map(String)));
  const expected = [...waysToWrite(number), number.times(-1)].filter((each) => !each.eq(0));
  const [nearest] = [...now.numbers]
    .filter(([value]) => !before.numbers.has(value) && !others.has(value))
    .map(([value, written]) => {
      const apart = expected.map((each) => Number(each.minus(value).div(each).abs()));
      return { written, apart: Math.min(...apart) };
    })
    .filter(({ apart }) => apart < NEAR)
    .sort((a, b) => a.apart - b.apart);
  return { field, value: text, ...(nearest && { seenAs: nearest.written }) };
}

/** The number may be shown as it is, or in cents. */
function waysToWrite(number: Big | undefined): Big[] {
  return number ? [number, number.times(HUNDRED)] : [];
}
