/**
 * Makes what only the sandbox reads: the validators of documented requests alone, so that it starts without those of
 * responses and messages; and of its control plane the types, the table of calls and a validator for every body.
 */
import { madeFrom } from '../project.ts';
import { derivedSchemas, type Schemas } from './make-schemas.ts';
import { closedValidator } from './make-validators.ts';
import { callsOf, type Document } from './openapi-documents.ts';

const HEADER = `// ${madeFrom('openapi/')}\n`;

/**
 * Files by name. `schemas` are those of the documented service. Bodies of the control plane are closed: it is ours, and
 * a misspelt field of a world is a mistake.
 */
export function sandboxFiles(schemas: Schemas, document: Document, types: string): Record<string, string> {
  const bodies = Object.entries(derivedSchemas([document])).filter(([name]) => name.endsWith('.request'));
  const calls = callsOf(document).map(({ method, path, operation }) => [
    operation.operationId,
    { method, path },
  ]);
  const table = JSON.stringify(Object.fromEntries(calls), null, 2);
  return {
    ...index('requests', Object.keys(schemas), '../../../contracts/generated/validators'),
    'control-types.ts': types,
    'control-operations.ts': `${HEADER}export const controlOperations = ${table} as const;\n`,
    ...index('control-bodies', Object.keys(Object.fromEntries(bodies)), '.'),
    ...Object.fromEntries(bodies.map(([name, schema]) => [`${name}.js`, closedValidator(schema)])),
  };
}

/** A module with the validator of each request by its operation, and its types. */
function index(file: string, names: readonly string[], folder: string): Record<string, string> {
  const ids = names.filter((name) => name.endsWith('.request')).map((name) => name.replace('.request', ''));
  const imports = ids.map((id) => `import { validate as ${id} } from '${folder}/${id}.request.js';\n`);
  const rows = ids.map((id) => `  ${id}: Validate;\n`);
  const type = "import type { Validate } from '../../../contracts/src/base/compiled-schema.ts';\n";
  return {
    [`${file}.js`]: `${HEADER}${imports.join('')}export default { ${ids.join(', ')} };\n`,
    [`${file}.d.ts`]: `${HEADER}${type}declare const validators: {\n${rows.join('')}};\nexport default validators;\n`,
  };
}
