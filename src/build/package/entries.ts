/** What the package can be asked for by name, and the module behind each name. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { operations } from '../../../contracts/generated/operations.ts';
import open from '../../../contracts/generated/validators/open.js';
import manifest from '../../../contracts/package.json' with { type: 'json' };
import type { Validated } from '../../../contracts/src/judge/validator.ts';
import { PROJECT } from '../project.ts';

export const CONTRACTS = join(PROJECT, 'contracts');
const SOURCES = join(CONTRACTS, 'src');
const ENTRY = '.entry.ts';

/**
 * The names of the modules of the package and the sources they are built from: a file `NAME.entry.ts` is the module NAME,
 * and a dot in NAME is a slash.
 */
export function publicModules(): Map<string, string> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const entries = files.filter((file) => file.endsWith(ENTRY)).map((file) => join(SOURCES, file));
  return new Map(entries.map((file) => [basename(file, ENTRY).replaceAll('.', '/'), file] as const).sort());
}

/** The names of the schemas, each of which has a validator: `createUser.request`, `LOW_ACCOUNT_BALANCE.details`. */
export const validatorNames = Object.keys(open);

/** What users import: `bank-access-contracts/migration` for one. */
export const publishedNames = [
  ...publicModules().keys(),
  ...validatorNames.map((name) => `validators/${name}`),
].map((name) => (name === 'index' ? manifest.name : `${manifest.name}/${name}`));

/** What the module of every validator declares. */
export const VALIDATOR_DECLARATION = `import type { Validator } from './types/src/judge/validator.ts';
export declare const validate: Validator['validate'];
export declare const undocumented: Validator['undocumented'];
`;

/** A module for one validator. Written when the package is built, since all of them say the same. */
export function validatorModule(name: string): string {
  return `import compiled from './generated/validators/${name}.js';
import { validatorOf } from './src/judge/validator.ts';
export const { validate, undocumented } = validatorOf(compiled, ${JSON.stringify(validated(name))});
`;
}

/** What a validator says of a value that the schema names no clause for. */
function validated(schema: string): Validated {
  const [subject = '', part = ''] = schema.split('.');
  if (part === 'message') return { name: 'the message', clause: 'MESSAGE-TRIGGER-EVENT', isPersonal: true };
  if (part === 'details') return { name: 'details', clause: 'MESSAGE-DETAILS', isPersonal: true };
  const operation = subject as keyof typeof operations;
  const [clause] = operations[operation].clauses;
  if (part === 'request') return { name: 'the request body', clause, operation };
  return { name: 'the body', clause };
}
