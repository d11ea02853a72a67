/** Applies an OpenAPI Overlay 1.0 to a document. */
import { exec, type JsonValue } from 'jsonpath-rfc9535';

type JsonObject = { [name: string]: JsonValue };

export interface Overlay {
  /** `update` is merged into each object that the JSONPath `target` finds; `remove` deletes what it finds. */
  readonly actions: readonly {
    readonly target: string;
    readonly update?: JsonObject;
    readonly remove?: true;
  }[];
}

/** Returns a changed copy of the document. A target that finds nothing changes nothing. */
export function withOverlay<Document extends object>(document: Document, { actions }: Overlay): Document {
  const copy = structuredClone(document);
  for (const { target, update, remove } of actions) {
    const found: (readonly [value: JsonValue, path: readonly (string | number)[]])[] = [];
    exec(copy as JsonValue, target, (value, path) => void found.push([value, [...path]]));
    for (const [value, path] of found) {
      if (update) merge(value as JsonObject, update);
      if (remove) removeAt(copy as JsonObject, path);
    }
  }
  return copy;
}

function merge(into: JsonObject, update: JsonObject): void {
  for (const [name, value] of Object.entries(update)) {
    const present = into[name];
    if (isJsonObject(present) && isJsonObject(value)) merge(present, value);
    else into[name] = value;
  }
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function removeAt(root: JsonObject, path: readonly (string | number)[]): void {
  const parent = path.slice(0, -1).reduce<JsonObject>((part, step) => part[step] as JsonObject, root);
  delete parent[path.at(-1) ?? ''];
}
