// A known value is found in every spelling, and nothing else is.
import { expect, test } from 'vitest';
import { SPELLINGS as ofCanaries } from '../../../src/test-support/canaries/canaries.ts';
import { asBasic } from './basic-credentials.ts';
import { KnownValues } from './known-values.ts';

const VALUE = `q3/Vn+8d "Lé"\\k/Zü==`;

/** Further ones than those of the canaries. */
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  ...ofCanaries,
  'as JSON without escaped slashes': json,
  'as JSON in JSON without escaped slashes': (text) => json(json(text)),
  'as JSON in JSON with slashes escaped once': (text) => json(json(text).replaceAll('/', '\\/')),
  'as JSON in JSON in ASCII': (text) => json(ofCanaries['as JSON in ASCII'](text)),
  'as HTML with names': html,
  'as HTML with hex': (text) => text.replace(/[^\w ]/g, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`),
  'as HTML in HTML': (text) => html(html(text)),
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'as JSON in a URL': (text) => encodeURIComponent(json(text)),
  'in hex in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  ...Object.fromEntries(
    [0, 1, 2, 3].flatMap((before) =>
      (['base64', 'base64url'] as const).map((code) => [
        `in ${code} behind ${before} others`,
        (text: string) => Buffer.from(`${'x'.repeat(before)}${text}y`).toString(code),
      ]),
    ),
  ),
};

test.each(Object.entries(SPELLINGS))('a value is found %s', (_, spell) => {
  for (const value of [VALUE, 'eyJhbGciOiJIUzI1NiJ9.e30.4f', 'Pässwört mit €', 'DE42 7001 7017 0177']) {
    const known = knownOf(value);
    const text = `before ${spell(value)} after`;
    const struck = known.strike(text, () => '*');
    expect(struck).toMatch(/^before (..?.?.?)?\*(..?.?.?.?)? after$/);
    expect(known.strike(struck, () => '#')).toBe(struck);
  }
});

test('what is around it stays or is rewritten, and `put` gets what the caller knows', () => {
  const known = knownOf('s3cret-01', 'client-secret-two');
  const put = (about: number) => `<${about}>`;
  const text = 'a=s3cret%2D01&b="S3CRET 01"; client-secret';
  expect(known.strike(text, put)).toBe('a=<0>&b="<0>"; client-secret');
  expect(known.strike(text, put, (rest) => rest.toUpperCase())).toBe('A=<0>&B="<0>"; CLIENT-SECRET');
  const inner = new KnownValues<number>(known);
  inner.add('client-secret', 2);
  expect(inner.strike(text, put)).toBe('a=<0>&b="<0>"; <2>');
  expect(known.strike('nothing of it', put)).toBe('nothing of it');
  expect(new KnownValues<string>().strike('anything', () => '*')).toBe('anything');
});

test('of values that begin alike the longer one is found', () => {
  const known = knownOf('eyJhbGci.1', 'eyJhbGci.12');
  expect(known.strike('eyJhbGci.12 eyJhbGci.1x eyJhbGci.3', (about) => `${about}`)).toBe('1 0x eyJhbGci.3');
});

test('a value of four to seven characters is found as a whole word only', () => {
  const known = knownOf('geheim', 'p.(w0', 'Äöü1');
  const strike = (text: string) => known.strike(text, () => '*');
  const words = 'geheim Geheim. {"a":"geheim"} x%22geheim%22 \\ngeheim\\n a/GEHEIM? ge-heim'.split(' ');
  for (const text of words) expect(strike(text), text).toContain('*');
  const others = ['geheimnis', 'ungeheim', 'client_geheim', '%C3%A4geheim', 'geheim\\u00e4', 'p (w0', 'pw0'];
  for (const text of others) expect(strike(text), text).toBe(text);
  expect(strike('a p.(w0 b äöü1')).toBe('a * b *');
  expect(strike(Buffer.from('id:geheim').toString('base64'))).toContain('*');
  // As the client of a token request is written: form-encoded, then in base64.
  const basic = knownOf('ge heim:ü/1').strike(
    asBasic({ client_id: 'i d', client_secret: 'ge heim:ü/1' }).authorization,
    () => '*',
  );
  expect(basic).toMatch(/^Basic .{0,8}\*.{0,2}$/);
});

test('a value of less than four characters is not looked for', () => {
  const known = knownOf('', '1', 'abc', '- - "x" -', '%41%42');
  const text = 'abc 1 xabcx - - "x" - AB';
  expect(known.strike(text, () => '*')).toBe(text);
});

test('the beginning of a value is found where the text was cut', () => {
  const known = knownOf('canary-token-0123456789', 'geheim');
  expect(known.strike('you sent "canary-tok…" and gehe… and can…', () => '*')).toBe(
    'you sent "*…" and *… and can…',
  );
});

test.each(Object.entries(SPELLINGS))(
  'of a value %s, cut anywhere, at most four characters are left',
  (_, spell) => {
    for (const value of [VALUE, 'my-long/production+secret=Zq81+/7Kx=', 'Pässwört mit € und ß']) {
      const known = knownOf(value);
      const text = spell(value);
      const [...letters] = value;
      const four = letters.map((_, at) => spell(letters.slice(at, at + 4).join('')).length);
      for (let length = 1; length <= text.length; length++) {
        const struck = known.strike(`${text.slice(0, length)}…`, () => '*');
        expect(struck.replace(/[*…]/g, '').length, struck).toBeLessThanOrEqual(Math.max(...four));
      }
    }
  },
);

test('a megabyte of any sign that a pattern looks for takes no longer than one of letters', () => {
  const known = knownOf('a-secret-value-1', 'aa-other/Secret%41');
  for (const sign of '\\ % & [ %25 &amp; amp; # u &\\ %2 \\u … %25%25%25G'.split(' ')) {
    const text = sign.repeat(1_000_000 / sign.length);
    expect(known.strike(text, () => '*')).toBe(text);
  }
});

test('only blanks, hyphens and quotes may differ: a time is no amount, a place in a path no word of it', () => {
  const known = knownOf('12.50', '09.15', 'ab/cd/ef/gh');
  const text = '12:50 09:15 1250 abcdefgh ab.cd.ef.gh';
  expect(known.strike(text, () => '*')).toBe(text);
  expect(known.strike('12.50 EUR', () => '*')).toBe('* EUR');
});

test('a value that holds what looks like an escape, a lone surrogate or a letter of two small ones is found', () => {
  const escapes = ['DOM\\nadja-1', 'a%41b%42c%43', 'R&lt;D-&amp;-12', '100% sure 1'];
  for (const value of [...escapes, 'lone \ud800 one', 'İstanbul-İ-1']) {
    const known = knownOf(value);
    for (const text of [value, json(value), html(value), encodeURIComponent(value.toWellFormed())])
      expect(
        known.strike(`«${text}»`, () => '*'),
        text,
      ).toBe('«*»');
  }
});

test('marks of what was struck before hold no value', () => {
  const known = knownOf('secret', 'personal');
  expect(known.strike('[secret] [personal] secret', () => '[secret]')).toBe('[secret] [personal] [secret]');
});

test('a value of 64 kB and a text of 1 MB take no long time and no stack', () => {
  const value = 'long'.repeat(16_000);
  const known = knownOf(value, 'short-one');
  expect(known.strike(`${value} ${value}x`, () => '*')).toBe('* *x');
  expect(known.strike('\\"%'.repeat(300_000), () => '*')).toHaveLength(900_000);
});

function knownOf(...values: readonly string[]): KnownValues<number> {
  const known = new KnownValues<number>();
  for (const [at, value] of values.entries()) known.add(value, at);
  return known;
}

function json(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function html(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': 'amp',
    '<': 'lt',
    '>': 'gt',
    '"': 'quot',
    ü: 'uuml',
  };
  return text.replace(/[&<>"ü]/g, (sign) => `&${entities[sign]};`);
}
