/** Pairs what was found with what is expected where the order of both says nothing. */

export interface Likeness<Found, Wanted> {
  /** Both are the same in every way that is stated. */
  readonly isEqual: (found: Found, wanted: Wanted) => boolean;
  /** Both are about the same thing, though they may differ. */
  readonly isSame?: (found: Found, wanted: Wanted) => boolean;
}

/** Takes as many of each. Whoever is the same goes together, then whoever is equal, then the rest as it stands. */
export function paired<Found, Wanted>(
  found: readonly Found[],
  wanted: readonly Wanted[],
  { isEqual, isSame = () => false }: Likeness<Found, Wanted>,
): [Found, Wanted][] {
  const rest = [...found];
  const pairs: [Found, Wanted][] = [];
  /** Whoever finds nobody is looked at again. */
  const pass = (open: readonly Wanted[], fits: (found: Found, wanted: Wanted) => boolean): Wanted[] =>
    open.filter((one) => {
      const at = rest.findIndex((other) => fits(other, one));
      if (at === -1) return true;
      pairs.push([...(rest.splice(at, 1) as [Found]), one]);
      return false;
    });
  const others = pass(
    pass(wanted, (one, other) => isSame(one, other) && isEqual(one, other)),
    isSame,
  );
  pass(pass(others, isEqual), () => true);
  return pairs;
}
