/** The address of the first web form is given for every further one. */
import type { FaultySeams } from '../fault.ts';
import { answeredOtherwise } from './answered-otherwise.ts';

export function firstLocation(): FaultySeams {
  let first: string | undefined;
  return answeredOtherwise((answer) => {
    first ??= answer.headers?.['location'];
    return first === undefined ? answer : { ...answer, headers: { ...answer.headers, location: first } };
  });
}
