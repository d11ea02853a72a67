/** What the package can be asked for by name, and the module behind each name. */
import { join } from 'node:path';
import { operations } from '../../contracts/generated/operations.ts';
import open from '../../contracts/generated/validators/open.js';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { flowCalls, flowOperations } from '../../contracts/src/base/flows.ts';
import { PROJECT } from '../project.ts';

export const CONTRACTS = join(PROJECT, 'contracts');

/** The one module that is part of the program. */
export const SANDBOX = 'src/sandbox.entry';
/** What it declares. */
export const SANDBOX_TYPES = [SANDBOX, 'src/sandbox/generated/control-types'];

/** What users import as `name`, and the file from the root of the project that it is built from into `out`, in `dist`. */
export const publicModules = Object.entries(manifest.exports).flatMap(([name, target]) => {
  const [, out] =
    /^\.\/dist\/(src\/.+)\.js$/.exec(typeof target === 'string' ? target : target.default) ?? [];
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
  const compiled = (of: string) => `./generated/validators/open/${of}.js`;
  const module = (made: string, imports: Readonly<Record<string, string>>) =>
    [
      ...Object.entries(imports).map(([what, from]) => `import ${what} from '${from}';`),
      `export const { validate, undocumented } = ${made};\n`,
    ].join('\n');
  if (part === 'message' || part === 'details') {
    const file = subject.toLowerCase().replaceAll('_', '-');
    const own = file.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const hasDetails = `${subject}.details` in open;
    const parts = `{ event: '${subject}', message, own${hasDetails ? ', details' : ''} }`;
    return module(`messageValidatorOf('${part}', ${parts})`, {
      message: compiled(`${subject}.message`),
      ...(hasDetails && { details: compiled(`${subject}.details`) }),
      [`{ ${own} as own }`]: `./src/judge/events/${file}.ts`,
      '{ messageValidatorOf }': './src/judge/message-checks.ts',
    });
  }
  const operation = subject as keyof typeof operations;
  const [clause] = operations[operation].clauses;
  if (part === 'request')
    return module(`requestValidatorOf(compiled, ${JSON.stringify({ operation, clause })})`, {
      compiled: compiled(name),
      '{ requestValidatorOf }': './src/judge/request-findings.ts',
    });
  const isForm = flowOperations.some((flow) => flow === operation && flowCalls[flow].version === 'V2');
  const at = { name: 'the body', clause, status: Number(part) || 200 };
  return module(`validatorOf(compiled, ${JSON.stringify(at)}${isForm ? ', webFormChecks' : ''})`, {
    compiled: compiled(name),
    '{ validatorOf }': './src/judge/validator.ts',
    ...(isForm && { '{ webFormChecks }': './src/judge/v2-form-checks.ts' }),
  });
}
