/** Walks a JSON Schema without references: every place that it describes, with all that applies there. */
import type { SchemaNode } from '../../../contracts/src/base/schema.ts';

export interface SchemaPlace {
  /** Names of fields, `*` for the items of a list, and `(condition)` for what applies only under it. */
  readonly steps: readonly string[];
  /** The schemas that apply there: its own, and what their `allOf` adds. None for a field that is required and not described. */
  readonly parts: readonly SchemaNode[];
  readonly isRequired: boolean;
  readonly isLeaf: boolean;
}

/** In the order of the schema, holders first. `partsOf` gives what applies where a schema is. */
export function placesOf(schema: SchemaNode, partsOf: (schema: SchemaNode) => SchemaNode[] = conjuncts) {
  const places: SchemaPlace[] = [];
  const visit = (place: Omit<SchemaPlace, 'isLeaf'>): void => {
    const { parts, steps } = place;
    const items = parts.flatMap((part) => (part.items ? partsOf(part.items) : []));
    const names = new Set(
      parts.flatMap(({ properties = {}, required = [] }) => [...Object.keys(properties), ...required]),
    );
    places.push({ ...place, isLeaf: names.size === 0 && items.length === 0 });
    if (items.length > 0) visit({ steps: [...steps, '*'], parts: items, isRequired: true });
    for (const name of names) {
      const own = parts.flatMap(({ properties = {} }) => (properties[name] ? partsOf(properties[name]) : []));
      const isRequired = parts.some(({ required }) => required?.includes(name));
      visit({ steps: [...steps, name], parts: own, isRequired });
    }
    for (const { if: when, then } of parts) {
      if (!when || !then) continue;
      visit({ steps: [...steps, `(${conditionText(when)})`], parts: partsOf(then), isRequired: false });
    }
  };
  visit({ steps: [], parts: partsOf(schema), isRequired: true });
  return places;
}

/** The schema and all that its `allOf` adds. */
function conjuncts(schema: SchemaNode): SchemaNode[] {
  return [schema, ...(schema.allOf ?? []).flatMap(conjuncts)];
}

/** `triggerEvent LOW_ACCOUNT_BALANCE`: the conditions that the documents make are constants. */
function conditionText({ properties = {}, ...others }: SchemaNode): string {
  const constants = Object.entries(properties).map(([name, { const: value }]) => `${name} ${value}`);
  return constants.length > 0 ? constants.join(', ') : JSON.stringify(others);
}
