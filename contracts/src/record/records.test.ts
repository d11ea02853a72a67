/** Where the records of a file begin and end. */
import { expect, test } from 'vitest';
import { BrokenRecord } from './broken-record.ts';
import { recordsIn } from './records.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
/** A byte a sign; \xff stands in no UTF-8. */
const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/** Line and value of each record, or why it is broken. */
function found(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? utf8(content) : content;
  return [...recordsIn(bytes)].map(({ line, read }) => {
    try {
      return [line, read()];
    } catch (error) {
      if (!(error instanceof BrokenRecord)) throw error;
      return [line, error.message];
    }
  });
}

test('each line that is not blank is a record', () => {
  expect(found('{"a":1}\n\n  \t\r\n{"a":2}\r\n{"a":3}')).toEqual([
    [1, { a: 1 }],
    [4, { a: 2 }],
    [5, { a: 3 }],
  ]);
  expect(found('\n\n{"a":1}\n{"a":2}\n')).toEqual([
    [3, { a: 1 }],
    [4, { a: 2 }],
  ]);
});

test('a text without a record has none', () => {
  for (const text of ['', '\n', ' \r\n\t\n', '[]', '{"log":{"entries":[]}}', '{"log":{"entries":[]}}\n \n']) {
    expect(found(text)).toEqual([]);
  }
});

test('a broken line is a record of its own, wherever it stands', () => {
  const truncated = 'the line is not valid JSON: a string is never closed at column 6';
  expect(found('{"a":"x\n{"a":2}')).toEqual([
    [1, truncated],
    [2, { a: 2 }],
  ]);
  expect(found('{"a":1}\n{"a":"x\n{"a":3}\nnot json\n42')).toEqual([
    [1, { a: 1 }],
    [2, truncated],
    [3, { a: 3 }],
    [4, 'the line is not valid JSON: a value is missing at column 1'],
    [5, 42],
  ]);
  expect(found('{"a":"x')).toEqual([[1, truncated]]);
});

test('a key that a line repeats breaks its record', () => {
  expect(found('{"a":1}\n{"a":1,"a":2}')).toEqual([
    [1, { a: 1 }],
    [2, 'the line is not valid JSON: key "a" is repeated at column 8'],
  ]);
});

test('a byte order mark at the start is ignored', () => {
  expect(found('\ufeff{"a":1}\n{"a":2}')).toHaveLength(2);
  expect(found('\ufeff{"a":1}\n{"a":2}')[0]).toEqual([1, { a: 1 }]);
});

test('only the records with damaged bytes are broken', () => {
  const notUtf8 = 'it holds bytes that are not UTF-8';
  for (const damaged of ['{"a":"\xff"}', '{"a":\xff', '\xff']) {
    expect(found(latin1(`${damaged}\n{"a":2}`))).toEqual([
      [1, notUtf8],
      [2, { a: 2 }],
    ]);
    expect(found(latin1(`{"a":1}\n${damaged}\n{"a":3}`))).toEqual([
      [1, { a: 1 }],
      [2, notUtf8],
      [3, { a: 3 }],
    ]);
  }
  expect(found(latin1('{"log":{"entries":[{"request":"\xff"},{"request":{}}]}}'))).toMatchObject([
    [undefined, notUtf8],
    [undefined, { request: {} }],
  ]);
  // The sign that replaces a damaged byte is a sign like any other where it was written.
  expect(found('{"a":"\ufffd"}\n{"a":2}')[0]).toEqual([1, { a: '\ufffd' }]);
});

test('one record over several lines and a list of records are read as well', () => {
  expect(found('{\n  "a": 1\n}\n')).toEqual([[undefined, { a: 1 }]]);
  expect(found('[{"a":1},\n{"a":2}]')).toEqual([
    [undefined, { a: 1 }],
    [undefined, { a: 2 }],
  ]);
});

test('a document over several lines that is broken is refused as a whole', () => {
  expect(() => recordsIn(utf8('{\n  "log": {\n'))).toThrow('the text ends where');
  expect(() => recordsIn(utf8('{"log": {"entries": [{"a'))).toThrow('a string is never closed at line 1');
  expect(() => recordsIn(utf8('{\n"a":1\n}\n{\n"a":2\n}'))).toThrow(
    'more text follows the end of the JSON value at line 4',
  );
});
