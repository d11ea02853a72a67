/** The times of web forms are the same instants on a clock of another zone. */
import type { FaultySeams } from '../fault.ts';

/** `offset` is written as in +0530. */
export function formTimesInZone(offset: string): FaultySeams {
  const minutes =
    (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3))) * (offset.startsWith('-') ? -1 : 1);
  const moved = (time: unknown): string => {
    const instant = Date.parse(String(time).replace('+0000', 'Z'));
    return new Date(instant + minutes * 60_000).toISOString().replace('Z', offset);
  };
  return {
    answer: (answer) => {
      const { body } = answer;
      if (typeof body !== 'object' || body === null || !('createdAt' in body && 'expiresAt' in body))
        return answer;
      const { createdAt, expiresAt } = body;
      return { ...answer, body: { ...body, createdAt: moved(createdAt), expiresAt: moved(expiresAt) } };
    },
  };
}
