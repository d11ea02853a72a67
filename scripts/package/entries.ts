/** What the package can be asked for by name, and the module behind each name. */
import { join } from 'node:path';
import { operations } from '../../contracts/generated/operations.ts';
import open from '../../contracts/generated/validators/open.js';
import manifest from '../../contracts/package.json' with { type: 'json' };
import type { requestValidatorOf } from '../../contracts/src/judge/request-findings.ts';
import type { Validated } from '../../contracts/src/judge/validator.ts';
import { PROJECT } from '../project.ts';

export const CONTRACTS = join(PROJECT, 'contracts');

/** The one module that is part of the program. */
const SANDBOX = 'src/sandbox.entry';
/** What it declares. */
export const SANDBOX_TYPES = [SANDBOX, 'src/sandbox/generated/control-types'];

/** What users import as `name`, and the file from the root of the project that it is built from into `out`, in `dist`. */
export const publicModules = Object.entries(manifest.exports).flatMap(([name, target]) => {
  const [, out] = /^\.\/dist\/(src\/.+)\.js$/.exec(typeof target === 'string' ? '' : target.default) ?? [];
  if (out === undefined) return [];
  const source = out === SANDBOX ? `${out}.ts` : `contracts/${out}.ts`;
  return { name: manifest.name + name.slice(1), source, out };
});

/** The names of the schemas, each of which has a validator: `createUser.request`, `LOW_ACCOUNT_BALANCE.details`. */
export const validatorNames = Object.keys(open);

export const publishedNames = [
  ...publicModules.map(({ name }) => name),
  ...validatorNames.map((name) => `${manifest.name}/validators/${name}`),
];

/** What the module of a validator declares. */
export function validatorDeclaration(name: string): string {
  const type = typeOf(name);
  return `import type { ${type.replace(/<.*/, '')} } from '../src/index.entry.ts';
import type { Validator } from '../src/judge/validator.ts';
/**
 * What a value, as JSON.parse gives it, breaks of the documentation; empty when it breaks nothing. It is a Standard Schema
 * too: pass \`validate\` itself to a test runner or a web framework.
 */
export declare const validate: Validator<${type}>['validate'];
/** Fields that the documentation does not list, each once; they break nothing. */
export declare const undocumented: Validator['undocumented'];
`;
}

/** The type of what the schema describes. */
function typeOf(schema: string): string {
  const [subject = '', part = ''] = schema.split('.');
  if (part === 'message') return `MessageOf<'${subject}'>`;
  if (part === 'details') return `DetailsOf<'${subject}'>`;
  if (part === 'request') return `RequestOf<'${subject}'>`;
  return `AnswerOf<'${subject}', ${Number(part) || `'${part}'`}>`;
}

/** A module for one validator. Written when the package is built, since all of them say the same. */
export function validatorModule(name: string): string {
  const [subject = '', part = ''] = name.split('.');
  const [made, module] =
    part === 'request' ? ['requestValidatorOf', 'request-findings'] : ['validatorOf', 'validator'];
  return `import compiled from './generated/validators/open/${name}.js';
import { ${made} } from './src/judge/${module}.ts';
export const { validate, undocumented } = ${made}(compiled, ${JSON.stringify(validated(subject, part))});
`;
}

/** What a validator says of a value that the schema names no clause for. */
function validated(subject: string, part: string): Validated | Parameters<typeof requestValidatorOf>[1] {
  if (part === 'message') return { name: 'the message', clause: 'MESSAGE-TRIGGER-EVENT', isOfMessage: true };
  if (part === 'details') return { name: 'details', clause: 'MESSAGE-DETAILS', isOfMessage: true };
  const operation = subject as keyof typeof operations;
  const [clause] = operations[operation].clauses;
  return part === 'request' ? { operation, clause } : { name: 'the body', clause };
}
