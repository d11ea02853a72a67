/** Makes the type declarations of the published modules, and only those that a consumer's compiler can reach. */
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { CONTRACTS, publicModules, validatorNames } from './entries.ts';

/** Below the folder of the built modules: the declarations of the sources, in the folders of the sources. */
const SOURCES = 'types';
const VALIDATOR = join(CONTRACTS, 'src/judge/validator.ts');

/** Texts by path in the folder of the built modules: one file beside each module, which leads to those of its sources. */
export function declarations(): Map<string, string> {
  const modules = publicModules();
  const emitted = emittedFrom([...modules.values(), VALIDATOR]);
  const files = new Map<string, string>();
  for (const [name, source] of modules) {
    const path = placeOf(source);
    files.set(`${name}.d.ts`, `export * from '${stepTo(`${name}.d.ts`, path)}';\n`);
    keep(path, emitted, files);
  }
  keep(placeOf(VALIDATOR), emitted, files);
  for (const name of validatorNames) files.set(`validators/${name}.d.ts`, validatorDeclaration(name));
  return files;
}

function validatorDeclaration(name: string): string {
  const step = stepTo(`validators/${name}.d.ts`, placeOf(VALIDATOR));
  return `import type { Validator } from '${step}';
export declare const validate: Validator['validate'];
export declare const undocumented: Validator['undocumented'];
`;
}

/** The declarations of these sources and of all that they import, by place. */
function emittedFrom(sources: readonly string[]): Map<string, string> {
  const { config } = ts.readConfigFile(join(CONTRACTS, '../tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, CONTRACTS);
  const program = ts.createProgram(sources, {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    rootDir: CONTRACTS,
    outDir: CONTRACTS,
  });
  const emitted = new Map<string, string>();
  const { diagnostics } = program.emit(undefined, (file, text) => {
    emitted.set(placeOf(file), text.replace(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'));
  });
  const [first] = diagnostics;
  if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'));
  return emitted;
}

/** Adds a declaration and those it imports. A file outside, or a package, would be missing where it is installed. */
function keep(path: string, emitted: ReadonlyMap<string, string>, files: Map<string, string>): void {
  if (files.has(path)) return;
  const text = emitted.get(path);
  if (text === undefined) throw new Error(`${path} is not part of the declarations`);
  files.set(path, text);
  for (const [, step = ''] of text.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)) {
    if (!step.startsWith('.')) throw new Error(`${path} asks its reader for ${step}`);
    keep(join(dirname(path), step.replace(/\.js$/, '.d.ts')), emitted, files);
  }
}

/** The path of the declaration of a source. */
function placeOf(source: string): string {
  return join(SOURCES, relative(CONTRACTS, source).replace(/(\.d)?\.ts$/, '.d.ts'));
}

/** How one declaration names another. */
function stepTo(from: string, to: string): string {
  const step = relative(dirname(from), to).replace(/\.d\.ts$/, '.js');
  return step.startsWith('.') ? step : `./${step}`;
}
