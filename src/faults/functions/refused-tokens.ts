/** Calls are refused whose token is good: it ends early, serves once, or has a successor. */
import { Refusal } from '../../sandbox/refusal.ts';
import type { FaultySeams } from '../fault.ts';
import { type PresentedToken, TokenBook } from './token-book.ts';

export function refusedTokens(isRefused: (token: PresentedToken) => boolean): FaultySeams {
  const book = new TokenBook();
  return {
    ...book.seams,
    decide: (name, outcome, context) => {
      if (name !== 'authorization' || outcome instanceof Refusal) return outcome;
      const token = book.presented(context);
      if (token.isIssued && isRefused(token))
        return new Refusal(401, 'the access token has ended') as typeof outcome;
      book.use(token.text);
      return outcome;
    },
  };
}
