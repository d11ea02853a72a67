/** A refusal is told otherwise: by another body, or by none. */
import type { Response } from '../../sandbox/door.ts';
import type { SeamContext } from '../../sandbox/seams.ts';
import type { FaultySeams } from '../fault.ts';

/** `write` is given the words of the refusal. */
export function refusedOtherwise(
  write: (says: string, context: SeamContext) => Partial<Response>,
): FaultySeams {
  return {
    response: (response, context) =>
      response.status < 400 || response.status === 451
        ? response
        : { ...response, ...write(wordsOf(response), context) },
  };
}

/** Without the quotes and names of JSON. */
function wordsOf({ body }: Response): string {
  const words: string[] = [];
  JSON.parse(body, (_, value) => {
    if (typeof value === 'string') words.push(value);
    return value;
  });
  return words.join(' ');
}
