// Lines for a terminal of few columns, and the same lines for a pipe.
import { expect, test } from 'vitest';
import { fitted } from './terminal-text.ts';

const TEXT = `V1-451-LOCATION: The location header of a 451 answer carries the address.
  documented  Errors 2; Endpoints, V1 flows; Versioning
  short       as it is
    an indented sentence that is longer than the terminal
`;

test('what is longer than the terminal goes on under its text, its label or a little to the right', () => {
  expect(fitted(TEXT, { isTTY: true, columns: 40 })).toBe(`V1-451-LOCATION: The location header of
  a 451 answer carries the address.
  documented  Errors 2; Endpoints, V1
              flows; Versioning
  short       as it is
    an indented sentence that is longer
      than the terminal
`);
});

test('a terminal of unknown width has 80 columns', () => {
  const line = `${'word '.repeat(16)}end`;
  expect(fitted(line, { isTTY: true, columns: 0 })).toBe(`${'word '.repeat(15)}word\n  end`);
});

test('a pipe gets the lines as they are', () => {
  expect(fitted(TEXT, { isTTY: false, columns: 40 })).toBe(TEXT);
});
