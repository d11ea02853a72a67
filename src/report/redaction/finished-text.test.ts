// What is written holds no known secret and nothing that a reader's screen would obey, and stays what it is: JSON, HTML, text.
import { expect, test } from 'vitest';
import { KnownValues, type Secrets } from '../../../contracts/src/base/known-values.ts';
import { finishedText } from './finished-text.ts';

function secretsOf(...values: readonly string[]): Secrets {
  const secrets: Secrets = new KnownValues();
  for (const value of values) secrets.add(value, 'secret');
  return secrets;
}

test('JSON is read back with a mark in the place of each secret, in names, texts and numbers', () => {
  const value = {
    'client-"secret': ['a client-"secret', 'CLIENT "SECRET', 12345678901, -12345678901.5, null, true],
    nested: JSON.stringify({ a: JSON.stringify('client-"secret') }),
    '\\': '\\',
  };
  const text = finishedText(`${JSON.stringify(value)}\n`, secretsOf('client-"secret', '12345678901'), 'json');
  expect(JSON.parse(text)).toEqual({
    '[secret]': ['a [secret]', '[secret]', '[secret]', '-[secret].5', null, true],
    nested: '{"a":"\\"[secret]\\""}',
    '\\': '\\',
  });
});

test('no secret of a provider can break what is around it', () => {
  const hostile = secretsOf(
    '":"aaaa',
    ',"b":1,"',
    'true',
    'null',
    '</td><td>',
    'class="a"',
    'code',
    '4711,4712',
  );
  const json = '{"a":"aaaa","b":1,"c":[true,null,4711,4712],"code":true}';
  expect(JSON.parse(finishedText(json, hostile, 'json'))).toEqual({
    a: 'aaaa',
    b: 1,
    c: [true, null, 4711, 4712],
    '[secret]': true,
  });
  const html = '<style>code{}</style><td class="a">x</td><td>code</td><code title="code">y</code>';
  expect(finishedText(html, hostile, 'markup')).toBe(
    '<style>code{}</style><td class="a">x</td><td>[secret]</td><code title="[secret]">y</code>',
  );
});

test('a secret with signs of HTML is found in HTML, and one over several lines in text', () => {
  expect(finishedText('<p>it is a&lt;b&amp;c&quot;d!</p>', secretsOf('a<b&c"d!'), 'markup')).toBe(
    '<p>it is [secret]</p>',
  );
  expect(finishedText('it is one\n  two three', secretsOf('one two three'), 'text')).toBe('it is [secret]');
});

test('C1 and bidirectional control characters are escaped, and JSON reads them back', () => {
  const text = 'a\u009b31m\u202egpj\u2069\u200f\x7f ä € 😀\n';
  const escaped = 'a\\u009b31m\\u202egpj\\u2069\\u200f\\u007f ä € 😀\n';
  for (const format of ['text', 'markup'] as const)
    expect(finishedText(text, secretsOf(), format)).toBe(escaped);
  expect(JSON.parse(finishedText(JSON.stringify({ text }), secretsOf(), 'json'))).toEqual({ text });
});

test('no line of a value is a command of GitHub, and our own errors are', () => {
  const text =
    'why:\n    ::error::x\n::add-mask::x\n \t::ERROR::x ::y\na ##[error]x\n::error title=a::b\n::error::b\n';
  expect(finishedText(text, secretsOf(), 'text')).toBe(
    'why:\n    \\u003a:error::x\n\\u003a:add-mask::x\n \t\\u003a:ERROR::x ::y\na \\u0023#[error]x\n::error title=a::b\n::error::b\n',
  );
  const json = JSON.stringify({ text }, null, 2);
  expect(finishedText(json, secretsOf(), 'json')).not.toContain('##[');
  expect(JSON.parse(finishedText(json, secretsOf(), 'json'))).toEqual({ text });
});

test('a text of 10 MB with escapes needs no stack', () => {
  const text = JSON.stringify('\\"'.repeat(2_500_000));
  expect(finishedText(text, secretsOf('secret-1'), 'json')).toHaveLength(text.length);
});

test('what only begins like JSON is struck as text', () => {
  expect(finishedText('[note] token client-secret-1, "twice"\n', secretsOf('client-secret-1'), 'json')).toBe(
    '[note] token [secret], "twice"\n',
  );
});
