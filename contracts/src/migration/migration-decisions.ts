/** The caller's decisions about a migration, and the fields that they name. */
import type { RequestKind } from '../base/flows.ts';
import { stepsIn } from './mapping-table.ts';

/**
 * Decides what no V1 request says. A field is a JSON Pointer, `*` for any index, or a path such as `moneyTransfers[].note`; a
 * request may precede it: `submit /interface`.
 */
export interface MigrationDecisions {
  /** The currency of all amounts, three capitals. */
  readonly currency?: string | undefined;
  /** V1 fields that V2 lacks and that may be lost; or values that V2 lacks, by field: `{ accountTypes: ['Pocket'] }`. */
  readonly drop?: readonly (string | DroppedValues)[] | undefined;
  /** V1 fields that V2 gets under their own name. */
  readonly keep?: readonly string[] | undefined;
  /** V2 fields that V1 never had. */
  readonly allow?: readonly string[] | undefined;
}

type DroppedValues = { readonly [field: string]: readonly unknown[] };

/** Whether a decision's `field` is the one at this pointer of the request. */
export function isNamed(field: string | DroppedValues, pointer: string, request: RequestKind): boolean {
  if (typeof field !== 'string') return false;
  const [, of = request, name = field] = /^(\w+) (.*)$/.exec(field) ?? [];
  if (of !== request) return false;
  const wanted = name.startsWith('/') ? name : `/${stepsIn(name).join('/')}`.replaceAll('/[]', '/*');
  const steps = wanted.split('/');
  const names = pointer.split('/');
  const fits = (step: string, at: number) =>
    step === names[at] || (step === '*' && /^\d+$/.test(names[at] ?? ''));
  return names.length === steps.length && steps.every(fits);
}

/** Whether a decision drops this value of a field or of a list's items. */
export function isDroppedValue(
  { drop = [] }: MigrationDecisions,
  pointer: string,
  value: unknown,
  request: RequestKind,
): boolean {
  const dropped = drop.flatMap((each) => (typeof each === 'string' ? [] : Object.entries(each)));
  const isHere = (field: string) => [field, `${field}[]`].some((name) => isNamed(name, pointer, request));
  return dropped.some(([field, values]) => values.includes(value) && isHere(field));
}
