/** Headers as they are recorded: objects and lists, names in any case. */
import { expect, test } from 'vitest';
import { recordedHeaders } from './recorded-headers.ts';

test('header names are read in any case, from an object or a list', () => {
  const wanted = { location: 'https://a.example/1', 'x-count': '7' };
  expect(recordedHeaders({ LOCATION: 'https://a.example/1', 'X-Count': 7 })).toEqual(wanted);
  expect(
    recordedHeaders([
      { name: 'Location', value: 'https://a.example/1' },
      { name: 'x-Count', value: '7', comment: '' },
    ]),
  ).toEqual(wanted);
});

test('a repeated header is one value with commas', () => {
  expect(recordedHeaders({ 'set-cookie': ['a=1', 'b=2'] })).toEqual({ 'set-cookie': 'a=1, b=2' });
  expect(recordedHeaders({ Via: 'a', via: 'b' })).toEqual({ via: 'a, b' });
});

test('no headers and headers without a value are nothing', () => {
  for (const none of [undefined, null, {}, [], { location: null }]) expect(recordedHeaders(none)).toEqual({});
});

test('a header may be named like a member of every object', () => {
  expect(recordedHeaders({ constructor: 'x' })).toEqual({ constructor: 'x' });
});
