// The formats of the documents: what each accepts and refuses, and that the documents carry the patterns of the code.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkedIban, furtherTimeFormat, isIban } from './formats.ts';
import { germanFormats as formats } from './german-time.ts';

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950';

// The times and dates are in the tests of German time.
test.each<[keyof typeof formats, legal: string[], illegal: string[]]>([
  [
    'uri',
    ['https://webform.example/1', 'http://127.0.0.1:4011/f?lang=de#top', 'HTTPS://WEBFORM.EXAMPLE'],
    [],
  ],
  ['uri', ['https://[::1]/'], ['', '/forms/1', 'webform.example/1', '//webform.example/1', 'https://']],
  ['uri', [], ['https:/webform.example', 'ftp://webform.example', 'javascript:alert(1)', 'data:text/html,x']],
  ['uri', [], [' https://webform.example']],
  ['regex', ['\\d{4}', '.*', ''], ['(', '[', '\\p{Nothing}']],
  [
    'uuid',
    [`${uuid}e`, `${uuid}E`.toUpperCase(), '00000000-0000-0000-0000-000000000000'],
    ['', '4711', `${uuid}e`.replaceAll('-', ''), uuid, `${uuid}g`, `{${uuid}e}`, `urn:uuid:${uuid}e`],
  ],
])('%s accepts %j and refuses %j', (name, legal, illegal) => {
  expect(legal.filter((text) => !formats[name](text))).toEqual([]);
  expect(illegal.filter((text) => formats[name](text))).toEqual([]);
});

const DATE = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])';
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}';
const WALL_TIME = `^${DATE} ${TIME}$`;
const PATTERNS: Record<string, string> = {
  date: `^${DATE}$`,
  'envelope-time': WALL_TIME,
  'german-time': WALL_TIME,
  'web-form-time': `^${DATE}T${TIME}[+-](0[0-9]|1[0-8])[0-5][0-9]$`,
};

test('the documents have a pattern beside each time format', () => {
  const schemas = new URL('../../generated/schemas/', import.meta.url);
  const places = readdirSync(schemas).flatMap((name) =>
    placesWith(JSON.parse(readFileSync(new URL(name, schemas), 'utf8'))),
  );
  expect(places.length).toBeGreaterThan(10);
  for (const { format, pattern } of places)
    expect({ format, pattern }).toEqual({ format, pattern: PATTERNS[format] });
  expect(new Set(places.map(({ format }) => format))).toEqual(new Set(Object.keys(PATTERNS)));
});

/** Every place with a format of a time or date, and its pattern. */
function placesWith(node: unknown): { format: string; pattern: unknown }[] {
  if (typeof node !== 'object' || node === null) return [];
  const { format, pattern } = node as { format?: unknown; pattern?: unknown };
  const own = typeof format === 'string' && format in PATTERNS ? [{ format, pattern }] : [];
  return [...own, ...Object.values(node).flatMap(placesWith)];
}

test.each([
  ['2026-05-04T08:00:02.123Z', '2031-12-31T23:59:59.000Z'],
  ['2026-05-04T08:00:02Z', '2031-12-31T23:59:59Z'],
  ['2026-05-04T08:00:02.123+01:00', '2026-05-04T08:00:02.123-03:30'],
  ['2026-05-04 08:00:02', '2031-12-31 23:59:59'],
  ['04.05.2026', '31.12.2031'],
  ['1462346500', '1999999999'],
  ['Mon, 04 May 2026 08:00:02 GMT', 'Tue, 31 Dec 2031 23:59:59 GMT'],
])('the pattern of %s fits it, its like, and nothing else', (found, alike) => {
  const pattern = new RegExp(`^(?:${furtherTimeFormat(found)})$`, 'u');
  expect([found, alike].map((text) => pattern.test(text))).toEqual([true, true]);
  for (const other of ['2026-05-04T08:00:02.123', `${found}0`, '', 'soon'])
    expect(pattern.test(other)).toBe(false);
});

test.each(['2026-02-30', '2026-05-04 25:00:00.000', '2026-05-04T08:00:61.000-0100', 'soon', '', 'null'])(
  'no pattern is made of %j: it is in a documented format, or no time',
  (text) => expect(furtherTimeFormat(text)).toBeUndefined(),
);

// The examples of the IBAN registry (ISO 13616), and what typing errors make of one.
test.each([
  ['DE89370400440532013000', true],
  ['GB29 NWBK 6016 1331 9268 19', true],
  ['FR1420041010050500013M02606', true],
  ['NO9386011117947', true],
  ['MT84MALT011000012345MTLCAST001S', true],
  // A single check digit gets its zero.
  ['DE05900000100000000017', true],
  ['DE89370400440532013001', false],
  ['DE98370400440532013000', false],
  ['de89 3704 0044 0532 0130 00', true],
  ['de89370400440532013001', false],
  ['DE89', false],
  ['', false],
])('%s is an IBAN: %s', (text, is) => {
  expect(isIban(text)).toBe(is);
  const iban = text.replaceAll(' ', '').toUpperCase();
  if (iban !== '') expect(checkedIban(iban.slice(0, 2), iban.slice(4)) === iban).toBe(is);
});
