/** Calls pass whose token is to be refused: missing, unknown, of the other kind, at its end. */
import { Refusal } from '../../sandbox/refusal.ts';
import type { Decisions } from '../../sandbox/seams.ts';
import type { FaultySeams } from '../fault.ts';
import { type PresentedToken, TokenBook } from './token-book.ts';

export function forgivenTokens(isForgiven: (token: PresentedToken) => boolean): FaultySeams {
  const book = new TokenBook();
  return {
    ...book.seams,
    decide: (name, outcome, context) => {
      if (name !== 'authorization') return outcome;
      const token = book.presented(context);
      const isPassed = outcome instanceof Refusal && isForgiven(token);
      if (isPassed || !(outcome instanceof Refusal)) book.use(token.text);
      const passed: Decisions['authorization'] = isPassed
        ? book.caller(token.text, context)
        : (outcome as never);
      return passed as typeof outcome;
    },
  };
}

/** A good token whose time is over. */
export function isOver({ isIssued, isOfRightKind, age, lifetime }: PresentedToken): boolean {
  return isIssued && isOfRightKind && age >= lifetime;
}
