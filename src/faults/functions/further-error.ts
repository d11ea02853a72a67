/** The envelope of a 451 answer has a second entry in its errors, with a code of its own. */
import type { FaultySeams } from '../fault.ts';

const FURTHER = {
  message: '4711',
  code: 'BANK_UNDER_MAINTENANCE',
  type: 'TECHNICAL',
  multiStepAuthentication: null,
};

/** `place` puts it behind the documented one or before it. */
export function furtherError(place: 'behind' | 'before'): FaultySeams {
  return {
    answer: (answer) => {
      if (answer.status !== 451) return answer;
      const body = answer.body as { errors: readonly object[] };
      const errors = place === 'behind' ? [...body.errors, FURTHER] : [FURTHER, ...body.errors];
      return { ...answer, body: { ...body, errors } };
    },
  };
}
