/** Turns the first SIGINT or SIGTERM into the wish to end after the current case, so that the reports are still written. */

export interface Interruption {
  readonly signal: AbortSignal;
  /** The signal that came, if one did. */
  ended(): { interrupted?: 'SIGINT' | 'SIGTERM' };
}

/** A second signal ends the process at once. */
export function interruption(): Interruption {
  const controller = new AbortController();
  let interrupted: 'SIGINT' | 'SIGTERM' | undefined;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      interrupted ??= name;
      controller.abort();
    });
  }
  return { signal: controller.signal, ended: () => (interrupted ? { interrupted } : {}) };
}
