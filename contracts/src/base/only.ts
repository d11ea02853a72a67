/** The errors that a `catch` expects. */

type ErrorClass<E> = abstract new (...args: never[]) => E;

/**
 * Rethrows what a `catch` does not expect, so that a bug never looks like bad input. `expected` are the errors that the call
 * in the `try` may throw.
 */
export function only<E extends readonly ErrorClass<unknown>[]>(
  error: unknown,
  ...expected: E
): asserts error is InstanceType<E[number]> {
  if (!expected.some((kind) => error instanceof kind)) throw error;
}
