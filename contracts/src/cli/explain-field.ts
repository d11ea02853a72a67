/** What there is to say of a field: where it stands, what it holds, which clauses state it, what the mapping does with it. */
import ledger from '../../generated/clauses.json' with { type: 'json' };
import { count } from '../contract/show.ts';
import { capped } from './capped.ts';
import { type DocumentedPlace, documentedPlaces } from './documented-places.ts';
import { mappedFields } from './mapped-fields.ts';
import { tenLines } from './ten-lines.ts';
import { type ToldRow, toldRows } from './told-rows.ts';

const AREAS = new Map(ledger.clauses.map(({ id, area }) => [id, area]));

/**
 * `name` is a field or the end of its path, behind an area, an operation or a trigger event where it stands in several:
 * `balanceChange`, `errors[].code`, `V2 url`. At most ten lines, ending with a newline; undefined for an unknown field.
 */
export function explainField(name: string): string | undefined {
  const words = name.trim().split(/\s+/);
  const field = (words.at(-1) ?? '').replace(/\[\d*\]/g, '[]').toLowerCase();
  const scope = words.slice(0, -1).join(' ').toLowerCase();
  const places = documentedPlaces().filter((place) => isAt(place.path, field) && isWithin(place, scope));
  const found = new Set(places.map(keyOf));
  const mapped = mappedFields().filter(
    ({ schemas, path }) =>
      isAt(path, field) &&
      (places.length === 0 || schemas.some((schema) => found.has(keyOf({ schema, path })))),
  );
  // A header stands in no schema, and in no area.
  const [first] = places.length === 0 && scope === '' ? mapped : places;
  return first && told(lastName(first.path), places, [...new Set(mapped.map(({ text }) => text))]);
}

/** The names of all fields, to find the one that somebody may have meant. */
export function fieldNames(): string[] {
  return [...new Set([...documentedPlaces(), ...mappedFields()].map(({ path }) => lastName(path)))];
}

function told(name: string, places: readonly DocumentedPlace[], mapping: readonly string[]): string {
  const groups = new Map<string, DocumentedPlace[]>();
  for (const place of places) {
    const key = `${place.path}: ${place.is}`;
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  const clauses = [...new Set(places.flatMap((place) => place.clauses))];
  const open = [...new Set(places.flatMap((place) => place.open))];
  return tenLines((most) => {
    const shown = [...groups.values()].slice(0, most);
    const others = places.length - shown.flat().length;
    const rows: ToldRow[] = [
      ...shown.map((group) => ['stands in', placeText(group, most)] as const),
      ...(others === 0 ? [] : [['and in', `${others} more; name the area or the event before it`] as const]),
      ...(clauses.length === 0 ? [] : [['clauses', capped(clauses, most)] as const]),
      ...(open.length === 0 ? [] : [['left open', capped(open, most)] as const]),
      ...(mapping.length === 0 ? [] : [['mapping', capped(mapping, Math.min(most, 2), '; ')] as const]),
    ];
    return toldRows(`${name}, a field`, sentence(places), rows);
  });
}

function sentence(places: readonly DocumentedPlace[]): string {
  if (places.length === 0) return 'It is a header and stands in no schema of a body.';
  return `It stands in ${count(places.length, 'place')} of the documents.`;
}

function placeText(group: readonly DocumentedPlace[], most: number): string {
  const [{ path = '', is = '' } = {}] = group;
  const names = group.map(({ schema }) => schema.replace('createNotificationRule.request of', 'rules of'));
  const schemas = capped(names, most);
  return path.includes('.') || path.includes('[') ? `${schemas} at ${path}: ${is}` : `${schemas}: ${is}`;
}

function isAt(path: string, field: string): boolean {
  const whole = bare(path.toLowerCase());
  return whole === bare(field) || whole.endsWith(`.${bare(field)}`);
}

function isWithin({ schema, clauses }: DocumentedPlace, scope: string): boolean {
  if (scope === '') return true;
  return schema.toLowerCase().includes(scope) || clauses.some((id) => AREAS.get(id) === scope);
}

function keyOf({ schema, path }: Pick<DocumentedPlace, 'schema' | 'path'>): string {
  return `${schema} ${bare(path)}`;
}

function lastName(path: string): string {
  return bare(path.slice(path.lastIndexOf('.') + 1));
}

/** A list of texts or numbers is one field, however it is written. */
function bare(path: string): string {
  return path.replace(/\[\]$/, '');
}
