// A fault is marked at its place, and long texts are cut to what is around it.
import { expect, test } from 'vitest';
import { jsonLines, markFailingPlaces } from './mark-failing-place.ts';

const tree = { errors: [{ code: 'A', type: null }], 'a/b': 12 };

test('the line of the place is marked', () => {
  const marks = [{ pointer: '/body/errors/0/code', message: 'code is "A", not "B"' }];
  expect(markFailingPlaces(jsonLines(tree, '/body'), marks).text).toBe(
    '<pre>{\n  &quot;errors&quot;: [\n    {\n      <mark>&quot;code&quot;: &quot;A&quot;,</mark>\n' +
      '      <em>↑ code is &quot;A&quot;, not &quot;B&quot;</em>\n      &quot;type&quot;: null\n    }\n  ],\n' +
      '  &quot;a/b&quot;: 12\n}</pre>',
  );
});

test('what is missing is named where it belongs, and a slash in a name is no step', () => {
  const marks = [
    { pointer: '/body/errors/0/message', message: 'message is missing' },
    { pointer: '/body/a~1b', message: 'a/b is 12, not text' },
  ];
  const { text } = markFailingPlaces(jsonLines(tree, '/body'), marks);
  expect(text).toContain('    {\n      <em>✗ message is missing</em>\n      &quot;code&quot;');
  expect(text).toContain('  <mark>&quot;a/b&quot;: 12</mark>\n  <em>↑ a/b is 12, not text</em>');
});

test('a long list keeps its beginning and the surroundings of what is marked', () => {
  const numbers = [...Array(500).keys()];
  const marks = [{ pointer: '/300', message: '300 is wrong' }];
  const lines = markFailingPlaces(jsonLines(numbers, ''), marks).text.split('\n');
  expect(lines.length).toBeLessThan(30);
  expect(lines[0]).toBe('<pre>[');
  expect(lines).toContain('  <mark>300,</mark>');
  expect(lines.filter((line) => line.includes('lines more in run.json'))).toEqual([
    '<i>… 288 lines more in run.json</i>',
    '<i>… 194 lines more in run.json</i>',
  ]);
});
