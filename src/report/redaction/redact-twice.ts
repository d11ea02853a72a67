/** Redacts in two goes: the first notes what is not to be repeated at its own place, the second strikes it everywhere. */
import { isNumber } from '../../../contracts/src/contract/show.ts';
import type { Known, Mark, Redaction } from './mark.ts';
import { redaction } from './redact-text.ts';

/** Shorter values say too little to be looked for in other places, and would be found everywhere. */
const SHORTEST_KNOWN = 4;

export function redactTwice<Whole>(mark: Mark, redactWith: (how: Redaction) => Whole): Whole {
  return redactWith(redaction(mark, knownIn(redactWith)));
}

/** The first go: the same for every mark. */
export function knownIn(redactWith: (how: Redaction) => unknown): Known[] {
  const known: Known[] = [];
  const note: Mark = (reason, name, value) => {
    const text = typeof value === 'string' || isNumber(value) ? String(value) : '';
    if ((reason === 'secret' || reason === 'personal') && text.length >= SHORTEST_KNOWN)
      known.push({ reason, name, value: text });
    return '';
  };
  redactWith(redaction(note));
  return known.flatMap(spellings);
}

/** A value as it is and as addresses and forms write it. */
function spellings(known: Known): Known[] {
  const encoded = encodeURIComponent(known.value);
  const texts = new Set([known.value, encoded, encoded.replaceAll('%20', '+')]);
  return [...texts].map((value) => ({ ...known, value }));
}
