// What a cell of Markdown holds is no markup.
import { expect, test } from 'vitest';
import { markdownTable, markdownWords } from './table.ts';

test('a bar in a cell of Markdown is escaped once', () => {
  expect(markdownTable(['a'], [['b|c'], ['d\\|e']])).toBe('| a |\n| --- |\n| b\\|c |\n| d\\|e |\n');
});

test('text that came from outside is no markup, link or mention', () => {
  expect(markdownWords('<b> @all #1 [x](https://evil.example) `|` &\u001b')).toBe(
    '&lt;b> \\@all \\#1 \\[x\\](https:&#47;/evil.example) \\`\\|\\` &amp;\ufffd',
  );
});
