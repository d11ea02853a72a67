/** A call that got no answer, or a set-up that the target did not carry out: it leaves a case unproven, never violated. */
export class NoAnswer extends Error {}

/** The NoAnswer of a call that failed: who was called, where, and why. `timeLimit` is in milliseconds. */
export function unanswered(who: string, url: string, error: unknown, timeLimit: number): NoAnswer {
  return new NoAnswer(`${who} gives no answer on ${url} (${reasonOf(error, timeLimit)})`);
}

function reasonOf(error: unknown, timeLimit: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${timeLimit / 1000} s`;
  // The code alone: what a call was refused for before it was sent, such as a token that no header can carry, is repeated
  // in the message.
  return (error as NodeJS.ErrnoException).code ?? `it cannot be called: ${error.name}`;
}
