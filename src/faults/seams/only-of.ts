/** Holds what a function does to the operations and trigger events that its row names. */
import type { FaultRow } from '../../../contracts/src/contract/fault-row.ts';
import type { FaultySeams } from '../fault.ts';

type Taking = Pick<FaultRow, 'id' | 'of'>;

/** Throws RangeError where a row names something and a seam of its function knows of none. */
export function onlyOf(row: Taking, seams: FaultySeams): FaultySeams {
  if (row.of === undefined) return seams;
  const { decide, answer, ruleMatches, plainMessage, message, clock, ...others } = seams;
  const heeding = decide ?? answer ?? ruleMatches ?? plainMessage ?? message;
  // A clock is everybody's: one that is read beside the others is no matter, one that is changed alone is.
  const [name] = Object.keys(heeding ? others : { ...others, clock });
  if (name !== undefined)
    throw new RangeError(`${row.id} names what it takes hold of, and its seam ${name} cannot heed that`);
  return {
    ...seams,
    ...(decide && {
      decide: (name, outcome, context) => {
        const changed = decide(name, outcome, context);
        return isOf(row, context.operationId) ? changed : outcome;
      },
    }),
    ...(answer && {
      answer: (given, context) => {
        const changed = answer(given, context);
        return isOf(row, context.operationId) ? changed : given;
      },
    }),
    ...(ruleMatches && {
      ruleMatches: (counted, rule, subject) =>
        isOf(row, rule.triggerEvent) ? ruleMatches(counted, rule, subject) : counted,
    }),
    ...(plainMessage && {
      plainMessage: (plain, match) => (isOf(row, plain.triggerEvent) ? plainMessage(plain, match) : plain),
    }),
    ...(message && {
      message: (sent, plain, match) => (isOf(row, sent.triggerEvent) ? message(sent, plain, match) : sent),
    }),
  };
}

export function isOf({ of }: Pick<FaultRow, 'of'>, name: string): boolean {
  return of === undefined || (of as readonly string[]).includes(name);
}
