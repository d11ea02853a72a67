/** Sends the calls of a run within its bounds: how long an answer may be, and how many calls in a row may stay unanswered. */
import { only } from '../../contracts/src/base/errors.ts';
import { isBusy } from '../../contracts/src/judge/operation.ts';
import { NoResponse, type SendHttp, sendHttp, UnreadAnswer } from '../../contracts/src/node/http-sender.ts';

/** More than any documented answer or message has. Each takes a hundred bytes and may break clauses. */
export const MOST_VALUES = 50_000;

export interface CallBounds {
  /** In bytes. */
  readonly longestAnswer: number;
  /** A server that leaves so many calls in a row unanswered is called no more. */
  readonly mostUnanswered: number;
}

const MOST_BUSY = 10;

/** Sends over the network. Rejects with UnreadAnswer where a bound is reached. */
export function boundedSender({ longestAnswer, mostUnanswered }: CallBounds): SendHttp {
  const unanswered = new Map<string, number>();
  const busy = new Map<string, number>();
  return async (url, request) => {
    const { origin } = new URL(url);
    const inRow = unanswered.get(origin) ?? 0;
    if (inRow >= mostUnanswered)
      throw new UnreadAnswer(`it left ${mostUnanswered} calls in a row unanswered, and is called no more`);
    const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      try {
        return await work();
      } catch (error) {
        only(error, NoResponse);
        // Not one that could not be sent, since its token fits into no header.
        if (!error.code?.startsWith('ERR_')) unanswered.set(origin, inRow + 1);
        throw error;
      }
    };
    const busyInRow = busy.get(origin) ?? 0;
    if (busyInRow >= MOST_BUSY)
      throw new UnreadAnswer(
        `it was busy ${MOST_BUSY} times in a row, and is called no more; pass fewer calls a second with --rate`,
      );
    const response = await counted(() => sendHttp(url, { ...request, longestAnswer }));
    busy.set(origin, isBusy(response.status) ? busyInRow + 1 : 0);
    const text = async () => {
      const body = await response.text();
      if (valuesIn(body) > MOST_VALUES)
        throw new UnreadAnswer(`its answer has more than ${MOST_VALUES} values`);
      unanswered.delete(origin);
      return body;
    };
    return { ...response, text: () => counted(text) };
  };
}

/** How many values a text has as JSON: many in a short text would be too large in memory. */
export function valuesIn(text: string): number {
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfText(text, at);
    else if (sign === ',' || sign === '[' || sign === '{') values++;
  }
  return values;
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
