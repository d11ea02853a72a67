/** Keeps what `explain` tells of one thing to ten lines on a narrow terminal. */
import { fitted } from './fitted.ts';

const LINES = 10;
const NARROW = { isTTY: true, columns: 80 } as const;
/** One schema, call or fault tells what many others of its list tell. */
const MOST_NAMED = 4;

/** The first text that fits; `textWith` gets how many of a list it may name, from four down to one. */
export function tenLines(textWith: (most: number) => string): string {
  for (let most = MOST_NAMED; most > 1; most--) {
    const text = textWith(most);
    if (fitted(text, NARROW).trimEnd().split('\n').length <= LINES) return text;
  }
  return textWith(1);
}
