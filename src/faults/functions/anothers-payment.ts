/** The payment of another user is submitted: 451 where the call is to be refused. */
import type { FaultySeams } from '../fault.ts';
import { sentBody } from './sent-body.ts';
import { answerOfV1 } from './web-form-answers.ts';

export function anothersPayment(): FaultySeams {
  return {
    answer: (answer, context) => {
      const { paymentId } = (sentBody(context.request) ?? {}) as { paymentId?: number };
      const isAnothers = answer.status === 404 && context.state.payments.get(paymentId ?? 0) !== undefined;
      return isAnothers ? answerOfV1(answer, context) : answer;
    },
  };
}
