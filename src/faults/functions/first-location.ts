/** The address of the first web form is given for every further one. */
import type { FaultySeams } from '../fault.ts';
import { answeredOtherwise } from './answered-otherwise.ts';

export function firstLocation(): FaultySeams {
  let first: string | undefined;
  return answeredOtherwise(({ headers = {}, ...answer }) => {
    first ??= headers['location'] ?? '';
    return { ...answer, headers: { ...headers, location: first } };
  });
}
