/**
 * Makes what only the sandbox reads: the validators of documented requests alone, so that it starts without those of
 * responses and messages; and of its control plane the types, the table of calls and a validator for every body.
 */
import { constantsModule, jsonText, madeFrom } from '../project.ts';
import { derivedSchemas, type Schemas, typesModule } from './make-schemas.ts';
import { validatorIndex } from './make-validators.ts';
import { callsOf, type Document } from './openapi-documents.ts';

const CONTRACTS = '../../../contracts';
const BASE = `${CONTRACTS}/src/base`;

/**
 * Files by name. `schemas` are those of the documented service. Bodies of the control plane are closed: it is ours, and
 * a misspelt field of a world is a mistake.
 */
export async function sandboxFiles(schemas: Schemas, document: Document): Promise<Record<string, string>> {
  const bodies = requestsAmong(derivedSchemas([document]), (name) => `./${name}.json`);
  const sent = requestsAmong(schemas, (name) => `${CONTRACTS}/generated/validators/${name}.js`);
  const calls = callsOf(document).map(({ method, path, operation: { operationId } }) => [
    operationId,
    { method, path },
  ]);
  const files = bodies.map(({ file, schema }) => [
    file.replace('./', ''),
    jsonText({ $comment: madeFrom('openapi/'), ...schema }),
  ]);
  return {
    ...validatorIndex(
      'requests',
      sent.map(({ schema: _, ...row }) => row),
      { base: BASE },
    ),
    'control-types.ts': await typesModule(schemasAlone(document)),
    'control-operations.ts': constantsModule('openapi/', { controlOperations: Object.fromEntries(calls) }),
    ...validatorIndex('control-bodies', bodies, { base: BASE, isClosed: true }),
    ...Object.fromEntries(files),
  };
}

/** The schemas without their words: only they have types, and the document is read for the words. */
function schemasAlone(document: Document): Document {
  const text = JSON.stringify(document.components.schemas, (key, value) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );
  return { ...document, paths: {}, components: { schemas: JSON.parse(text) } };
}

function requestsAmong(schemas: Schemas, fileOf: (name: string) => string) {
  const requests = Object.entries(schemas).filter(([name]) => name.endsWith('.request'));
  return requests.map(([name, schema]) => ({
    name: name.replace('.request', ''),
    file: fileOf(name),
    schema,
  }));
}
