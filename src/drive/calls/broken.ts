/** The one door for invalid input: a valid request that is wrong in one intended way. */

export interface Broken {
  /** What is wrong with the body. */
  readonly broken: string;
  readonly body: unknown;
}

/** `without` removes the member at a JSON Pointer, `set` puts a value there; everything else stays valid. */
export type Edit = { readonly without: string } | { readonly set: string; readonly to: unknown };

/** A copy of the valid body with one edit; throws when the edit changes nothing. */
export function broken(valid: object, edit: Edit): Broken {
  const pointer = 'set' in edit ? edit.set : edit.without;
  const steps = pointer.slice(1).split('/');
  const last = steps.pop() ?? '';
  const body = structuredClone(valid) as Record<string, unknown>;
  const parent = steps.reduce<Record<string, unknown> | undefined>(
    (node, step) => node?.[step] as Record<string, unknown> | undefined,
    body,
  );
  if (!parent || ('without' in edit && !(last in parent)))
    throw new Error(`${pointer} is not in the valid body`);
  if ('set' in edit) parent[last] = edit.to;
  else delete parent[last];
  const what = 'set' in edit ? `${pointer} is ${JSON.stringify(edit.to)}` : `${pointer} is missing`;
  return { broken: what, body };
}
