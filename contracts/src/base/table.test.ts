// One table as lines of text and as Markdown.
import { expect, test } from 'vitest';
import { markdownTable, markdownWords, textTable } from './table.ts';

test('columns are two spaces apart, numbers are right-aligned, and no line ends in spaces', () => {
  const rows = [
    ['area', 'violated', ''],
    ['v1', '3', ''],
    ['notifications', '12', 'x'],
  ];
  expect(textTable(rows, (column) => column === 1)).toBe(
    ['area           violated', 'v1                    3', 'notifications        12  x', ''].join('\n'),
  );
  expect(textTable([])).toBe('');
});

test('a bar in a cell of Markdown is escaped once', () => {
  expect(markdownTable(['a'], [['b|c'], ['d\\|e']])).toBe('| a |\n| --- |\n| b\\|c |\n| d\\|e |\n');
});

test('text that came from outside is no markup, link or mention', () => {
  expect(markdownWords('<b> @all #1 [x](https://evil.example) `|` &\u001b')).toBe(
    '&lt;b> \\@all \\#1 \\[x\\](https:&#47;/evil.example) \\`\\|\\` &amp;\ufffd',
  );
});
