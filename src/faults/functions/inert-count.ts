/** maxTransactionsCount, which is of no use without details, is refused there. */
import { Refusal } from '../../sandbox/refusal.ts';
import type { FaultySeams } from '../fault.ts';
import { sentBody } from './sent-body.ts';

export function inertCount(): FaultySeams {
  return {
    decide: (name, outcome, { request }) => {
      if (name !== 'request') return outcome;
      const { includeDetails, params } = (sentBody(request) ?? {}) as {
        includeDetails?: boolean;
        params?: { maxTransactionsCount?: unknown };
      };
      const isInert = includeDetails !== true && params?.maxTransactionsCount !== undefined;
      return isInert
        ? (new Refusal(400, 'the count is of no use without details') as typeof outcome)
        : outcome;
    },
  };
}
