/**
 * Makes what only the sandbox reads: the validators of documented requests alone, so that it starts without those of
 * answers and messages; and of its control plane the types, the table of calls and a validator for every body.
 */
import { madeFrom } from '../project.ts';
import { derivedSchemas, type Schemas } from './make-schemas.ts';
import { closedValidator } from './make-validators.ts';
import { type Document, resolved } from './openapi-documents.ts';

const HEADER = `// ${madeFrom('openapi/')}\n`;
const METHODS = ['get', 'post', 'put'];

/**
 * Files by name. `schemas` are those of the documented service. Bodies of the control plane are closed: it is ours, and
 * a misspelt field of a world is a mistake.
 */
export function sandboxFiles(schemas: Schemas, document: Document, types: string): Record<string, string> {
  const requests = requestIds(Object.keys(schemas));
  const bodies = Object.entries(derivedSchemas([onlyOperations(document)])).filter(([name]) =>
    name.endsWith('.request'),
  );
  const ids = requestIds(bodies.map(([name]) => name));
  return {
    'requests.js': index(requests, '../../../contracts/generated/validators'),
    'requests.d.ts': indexTypes(requests),
    'control-types.ts': types,
    'control-operations.ts': operationsTable(document),
    'control-bodies.js': index(ids, '.'),
    'control-bodies.d.ts': indexTypes(ids),
    ...Object.fromEntries(bodies.map(([name, schema]) => [`${name}.js`, closedValidator(schema)])),
  };
}

function requestIds(names: string[]): string[] {
  return names.filter((name) => name.endsWith('.request')).map((name) => name.replace('.request', ''));
}

/** A path item may hold parameters beside its operations. */
function onlyOperations(document: Document): Document {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(resolved(document, item)).filter(([key]) => METHODS.includes(key))),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function operationsTable(document: Document): string {
  const rows = Object.entries(onlyOperations(document).paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => [
      operationId,
      { method: method.toUpperCase(), path },
    ]),
  );
  const table = JSON.stringify(Object.fromEntries(rows), null, 2);
  return `${HEADER}export const controlOperations = ${table} as const;\n`;
}

function index(ids: string[], folder: string): string {
  const imports = ids.map((id) => `import { validate as ${id} } from '${folder}/${id}.request.js';\n`);
  return `${HEADER}${imports.join('')}export default { ${ids.join(', ')} };\n`;
}

function indexTypes(ids: string[]): string {
  const rows = ids.map((id) => `  ${id}: Validate;\n`);
  const type = "import type { Validate } from '../../../contracts/src/base/compiled-schema.ts';\n";
  return `${HEADER}${type}declare const validators: {\n${rows.join('')}};\nexport default validators;\n`;
}
