/** The fields that V1 asks for, each looked up in a V2 request, and what that request holds beside them. */
import { sameDecimal } from '../contract/decimal.ts';
import { isNumber, kindOf, show } from '../contract/show.ts';
import { inAnyOrder } from './any-order.ts';
import { type Compared, clauseOfExtra, clauseOfField, type MappedRequest } from './blame.ts';
import { refusesCurrency } from './converters.ts';
import { type FieldResult, type FieldVerdict, isPersonal } from './field.ts';
import { movedObjects } from './moved-objects.ts';
import { table } from './table.ts';
import { type Found, find, unvisited } from './tree.ts';

export interface ComparedField {
  /** JSON Pointer in the V1 request; null where V1 has no such field. */
  readonly from: string | null;
  /** JSON Pointer in the V2 request, also where the field is missing there; null where V2 has no place for it. */
  readonly to: string | null;
  readonly verdict: FieldVerdict;
  /** In field terms; describes personal values and never repeats them. */
  readonly message: string;
  /** The clause that is broken; absent where none is, and for a field that no documented place receives. */
  readonly clause?: string;
}

/** Any field that is lost, unexpected or wrong makes the requests not equivalent. */
export function isFailing({ verdict }: ComparedField): boolean {
  return verdict === 'lost' || verdict === 'unexpected' || verdict === 'wrong-value';
}

/** The fields that V1 asks for, each looked up in V2, and then what V2 holds beside them; `at` is the pointer of both. */
export function comparedFields(
  wanted: readonly FieldResult[],
  v2: unknown,
  kind: MappedRequest,
  at = '',
): ComparedField[] {
  const placed = inAnyOrder(wanted, v2, at);
  const judged = placed.map((field) => judge(field, v2, at));
  const visited = new Set(judged.flatMap(({ to }) => (to === null ? [] : [to])));
  const extra = unvisited(v2, visited, at).map(({ pointer, value }): ComparedField => {
    return {
      from: null,
      to: pointer,
      verdict: 'unexpected',
      message: `is ${kindOf(value)}, which V1 did not ask for`,
    };
  });
  if (!judged.some(isFailing) && extra.length === 0) return judged;
  const compared: Compared = { kind, v2, at, moved: movedObjects(placed, v2, table[kind], at) };
  const clauseOf = (field: ComparedField, index: number): string | undefined =>
    index < placed.length
      ? clauseOfField(placed[index] as FieldResult, compared)
      : clauseOfExtra(field.to as string, compared);
  return [...judged, ...extra].map((field, index) => {
    const clause = isFailing(field) ? clauseOf(field, index) : undefined;
    return clause === undefined ? field : { ...field, clause };
  });
}

function judge(field: FieldResult, v2: unknown, at: string): ComparedField {
  const { from, to } = field;
  if (to === null) return { from, to, verdict: 'lost', message: field.message };
  const found = find(v2, to, at);
  if (from === null) return { from, to, ...judgeDecided(field, found) };
  if (field.verdict === 'wrong-value')
    return { from, to, verdict: 'wrong-value', message: `in V1 ${field.message}` };
  if (found.found) {
    const message = difference(found.value, field.becomes, isPersonal(field));
    return message === undefined
      ? { from, to, verdict: field.verdict, message: '' }
      : { from, to, verdict: 'wrong-value', message };
  }
  if (found.at === undefined) return { from, to, verdict: 'lost', message: 'is missing' };
  return {
    from,
    to: found.at,
    verdict: 'wrong-value',
    message: `is ${kindOf(found.value)}, not ${found.wanted}`,
  };
}

/** A field that V1 never carried: present is enough, unless its value was decided. */
function judgeDecided(field: FieldResult, found: Found): Pick<ComparedField, 'verdict' | 'message'> {
  if (!found.found)
    return { verdict: 'lost', message: 'is missing; V1 never carried it, so it is to be decided' };
  const refused = refusesCurrency(found.value);
  if (refused !== undefined) return { verdict: 'wrong-value', message: refused };
  const shown = show(found.value, false);
  if (field.becomes === undefined)
    return { verdict: 'needs-decision', message: `is ${shown}, which V1 never carried` };
  if (found.value === field.becomes) return { verdict: 'same', message: `is ${shown}, as decided` };
  return { verdict: 'wrong-value', message: `is ${shown}, not ${show(field.becomes, false)} as decided` };
}

/** Why the value is not the wanted one; undefined when it is. Amounts and ids compare as decimals. */
function difference(value: unknown, wanted: unknown, personal: boolean): string | undefined {
  const isSame = isNumber(wanted) ? sameDecimal(value, wanted) : value === wanted || areEmpty(value, wanted);
  if (isSame) return undefined;
  if (kindOf(value) !== kindOf(wanted)) return `is ${kindOf(value)}, not ${kindOf(wanted)}`;
  const [is, not] = [show(value, personal), show(wanted, personal)];
  return is === not ? `is another ${is}` : `is ${is}, not ${not}`;
}

/** Two empty lists or two empty objects: the only containers that are a field of their own. */
function areEmpty(value: unknown, wanted: unknown): boolean {
  if (typeof value !== 'object' || typeof wanted !== 'object' || value === null || wanted === null)
    return false;
  return (
    kindOf(value) === kindOf(wanted) && Object.keys(value).length === 0 && Object.keys(wanted).length === 0
  );
}
