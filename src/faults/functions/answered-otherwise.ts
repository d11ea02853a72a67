/** An answer is written anew before it leaves: the successes and the 451 that hands out a web form. */
import type { Answer } from '../../sandbox/answer.ts';
import type { SeamContext } from '../../sandbox/seams.ts';
import type { FaultySeams } from '../fault.ts';

export function answeredOtherwise(write: (answer: Answer, context: SeamContext) => Answer): FaultySeams {
  return {
    answer: (answer, context) =>
      answer.status < 300 || answer.status === 451 ? write(answer, context) : answer,
  };
}

/** The location header under another name, in the body or nowhere. */
export function locationMoved(
  { headers: { location = '', ...headers } = {}, ...answer }: Answer,
  to: (location: string, answer: Answer) => Partial<Answer>,
): Answer {
  const rest = { ...answer, headers };
  return { ...rest, ...to(location, rest) };
}

/** The url of a web form in the location header instead. */
export function urlMoved({ headers, body, ...answer }: Answer): Answer {
  const { url = '', ...rest } = body as { url?: string };
  return { ...answer, headers: { ...headers, location: url }, body: rest };
}
