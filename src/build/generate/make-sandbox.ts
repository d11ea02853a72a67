/**
 * Makes what only the sandbox reads: the validators of documented requests alone, so that it starts without those of
 * responses and messages; and of its control plane the types, the table of calls and a validator for every body.
 */
import { madeFrom } from '../project.ts';
import { derivedSchemas, type Schemas, typesModule } from './make-schemas.ts';
import { closedValidator, validatorIndex } from './make-validators.ts';
import { callsOf, type Document } from './openapi-documents.ts';

const HEADER = `// ${madeFrom('openapi/')}\n`;

/**
 * Files by name. `schemas` are those of the documented service. Bodies of the control plane are closed: it is ours, and
 * a misspelt field of a world is a mistake.
 */
export async function sandboxFiles(schemas: Schemas, document: Document): Promise<Record<string, string>> {
  const bodies = Object.entries(derivedSchemas([document])).filter(([name]) => name.endsWith('.request'));
  const calls = callsOf(document).map(({ method, path, operation }) => [
    operation.operationId,
    { method, path },
  ]);
  const table = JSON.stringify(Object.fromEntries(calls), null, 2);
  const sent = Object.keys(schemas).filter((name) => name.endsWith('.request'));
  return {
    ...index('requests', sent, '../../../contracts/generated/validators'),
    'control-types.ts': await typesModule(schemasAlone(document)),
    'control-operations.ts': `${HEADER}export const controlOperations = ${table} as const;\n`,
    ...index(
      'control-bodies',
      bodies.map(([name]) => name),
      '.',
    ),
    ...Object.fromEntries(bodies.map(([name, schema]) => [`${name}.js`, closedValidator(schema)])),
  };
}

/** The schemas without their words: only they have types, and the document is read for the words. */
function schemasAlone(document: Document): Document {
  const text = JSON.stringify(document.components.schemas, (key, value) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );
  return { ...document, paths: {}, components: { schemas: JSON.parse(text) } };
}

/** The validator of each request by its operation. */
function index(file: string, names: readonly string[], folder: string): Record<string, string> {
  const files = names.map((name) => [name.replace('.request', ''), `${folder}/${name}.js`] as const);
  return validatorIndex(file, files, 'Validate', HEADER, '../../../contracts/src/base');
}
