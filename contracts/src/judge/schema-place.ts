/** Finds the place of a schema that an error is about, and the clause that the place states. */
import type { SchemaError, SchemaNode } from '../contract/compiled.ts';

/** Schema nodes from the root to the place that was not met; a missing property counts as its own place. */
export function placesOf(schema: SchemaNode, error: SchemaError): SchemaNode[] {
  const steps = error.schemaPath.replace(/^#\/?/, '').split('/').map(unescaped);
  // The last step is the keyword that failed.
  const nodes: SchemaNode[] = [schema];
  let node: unknown = schema;
  for (const step of steps.slice(0, -1)) {
    node = (node as Record<string, unknown>)[step];
    if (isNode(node, step)) nodes.push(node);
  }
  const missing = error.params['missingProperty'];
  const declared = typeof missing === 'string' ? nodes.at(-1)?.properties?.[missing] : undefined;
  if (declared) nodes.push(declared);
  return nodes;
}

/** The clause that the innermost place states. */
export function clauseAt(places: readonly SchemaNode[]): string | undefined {
  return places.findLast((node) => node['x-clauses'])?.['x-clauses']?.[0];
}

/** Whether the value at the place is a secret or somebody's data, which no message repeats. */
export function isSensitive(places: readonly SchemaNode[]): boolean {
  return places.some(
    (node) => node['x-personal'] === true || node['x-encrypted'] === true || node.format === 'password',
  );
}

function unescaped(step: string): string {
  return decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~');
}

/** `properties`, `allOf` and their like are steps, not places. */
function isNode(value: unknown, step: string): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && step !== 'properties';
}
