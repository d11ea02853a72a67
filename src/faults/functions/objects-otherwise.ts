/** Every object of answers, messages and their details is written anew, whatever it is. */
import { isObject } from '../../../contracts/src/contract/is-object.ts';
import type { FaultySeams } from '../fault.ts';

export type Fields = readonly (readonly [name: string, value: unknown])[];

/** `write` is given the fields of an object in their order. */
export function objectsOtherwise(write: (fields: Fields) => Fields): FaultySeams {
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written);
    if (!isObject(value)) return value;
    return Object.fromEntries(write(Object.entries(value).map(([name, inner]) => [name, written(inner)])));
  };
  return {
    answer: (answer) => ({ ...answer, ...('body' in answer && { body: written(answer.body) }) }),
    plainMessage: (message) => written(message) as typeof message,
  };
}
