/** Refuses names that the documentation does not know, since no verdict on them would mean anything. */

/** Returns the name as one of those that are known. Throws, with all of them in the message, for any other. */
export function knownName<Name extends string>(what: string, name: unknown, known: readonly Name[]): Name {
  const found = known.find((each) => each === name);
  if (found !== undefined) return found;
  throw new Error(`${what} ${JSON.stringify(name)} is not documented; there is ${known.join(', ')}.`);
}
