/** Holds pointers of a request against the paths of mapping rows. */

/** `orders[].amount` as orders, [], amount. */
export function pathOf(place: string): string[] {
  return place.replaceAll('[]', '.[]').split('.');
}

/** The start of a pointer that leads to a path, if the pointer leads on from there; `at` stands before both. */
export function startIn(pointer: string, path: readonly string[], at: string): string | undefined {
  const names = pointer.slice(at.length).split('/').slice(1);
  const leads = path.length < names.length && path.every((segment, index) => fits(segment, names[index]));
  return leads ? `${at}/${names.slice(0, path.length).join('/')}` : undefined;
}

/** The path of a pointer, written as rows write it. */
export function placeOf(pointer: string, at: string): string {
  return pointer
    .slice(at.length + 1)
    .replace(/\/[0-9]+(?=\/|$)/g, '[]')
    .replaceAll('/', '.');
}

function fits(segment: string, name: string | undefined): boolean {
  return segment === '[]' ? /^[0-9]+$/.test(name ?? '') : segment === name;
}
