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
  const reached = new ReachedDeclarations(emittedFrom([...modules.values(), VALIDATOR]));
  const files = new Map<string, string>();
  for (const [name, source] of modules) {
    const path = placeOf(source);
    files.set(`${name}.d.ts`, `export * from '${stepTo(`${name}.d.ts`, path)}';\n`);
    reached.addExports(path);
  }
  reached.addName(placeOf(VALIDATOR), 'Validator');
  for (const name of validatorNames) files.set(`validators/${name}.d.ts`, validatorDeclaration(name));
  return new Map([...files, ...reached.texts()]);
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

/** The statements of a file, and what is wanted of each. */
type Kept = Map<ts.Statement, Set<string>>;

/** Of the emitted declarations those that a consumer can reach: the others are 8 kB of the tarball. */
class ReachedDeclarations {
  readonly #emitted: ReadonlyMap<string, string>;
  readonly #files = new Map<string, { readonly source: ts.SourceFile; readonly kept: Kept }>();

  constructor(emitted: ReadonlyMap<string, string>) {
    this.#emitted = emitted;
  }

  /** Everything that a file exports. */
  addExports(path: string): void {
    for (const statement of this.#file(path).source.statements)
      if (ts.isExportDeclaration(statement) || isExported(statement)) this.#add(path, statement);
  }

  /** What a name means in a file. */
  addName(path: string, name: string): void {
    for (const statement of this.#file(path).source.statements)
      if (namesOf(statement).includes(name)) this.#add(path, statement, name);
  }

  /** By path. */
  texts(): [path: string, text: string][] {
    return [...this.#files].map(([path, { source, kept }]) => {
      const texts = source.statements.flatMap((statement) => {
        const wanted = kept.get(statement);
        if (wanted === undefined) return [];
        if (!ts.isImportDeclaration(statement)) return statement.getFullText(source);
        const used = bindingsOf(statement).filter(({ local }) => wanted.has(local));
        const names = used.map(({ local, original }) =>
          local === original ? local : `${original} as ${local}`,
        );
        return `import type { ${names.join(', ')} } from ${statement.moduleSpecifier.getText(source)};\n`;
      });
      return [path, `${texts.join('').trim()}\n`];
    });
  }

  /** A file that is outside, or of a package, would be missing where it is installed. */
  #file(path: string): { readonly source: ts.SourceFile; readonly kept: Kept } {
    const known = this.#files.get(path);
    if (known) return known;
    const text = this.#emitted.get(path);
    if (text === undefined) throw new Error(`${path} is not part of the declarations`);
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
    const file = { source, kept: new Map() };
    this.#files.set(path, file);
    // These add to another module, such as the matchers of vitest.
    for (const statement of source.statements)
      if (ts.isModuleDeclaration(statement)) this.#add(path, statement);
    return file;
  }

  /** `name` is what is wanted of an import or export; everything without it. */
  #add(path: string, statement: ts.Statement, name = ''): void {
    const { kept } = this.#file(path);
    const wanted = kept.get(statement) ?? new Set();
    if (wanted.has(name)) return;
    kept.set(statement, wanted.add(name));
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) {
      if (wanted.size === 1) for (const used of identifiersIn(statement)) this.addName(path, used);
      return;
    }
    const bindings = bindingsOf(statement);
    const from = sourceOf(path, statement);
    if (bindings.length === 0 && from !== undefined) this.addExports(from);
    for (const { local, original } of bindings)
      if (name === '' || local === name) this.addName(from ?? path, original);
  }
}

interface Binding {
  readonly local: string;
  /** The name in the file that it is from. */
  readonly original: string;
}

/** None for everything, as of `export *`. */
function bindingsOf(statement: ts.ImportDeclaration | ts.ExportDeclaration): Binding[] {
  const names = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : statement.exportClause;
  if (names === undefined || !('elements' in names)) return [];
  return names.elements.map(({ name, propertyName }) => {
    return { local: name.text, original: (propertyName ?? name).text };
  });
}

/** The path of the declaration that it is from; undefined for its own file. */
function sourceOf(path: string, { moduleSpecifier }: ts.ImportDeclaration | ts.ExportDeclaration) {
  if (moduleSpecifier === undefined) return undefined;
  const { text: step } = moduleSpecifier as ts.StringLiteral;
  if (!step.startsWith('.')) throw new Error(`${path} asks its reader for ${step}`);
  return join(dirname(path), step.replace(/\.js$/, '.d.ts'));
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    !!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
    return bindingsOf(statement).map(({ local }) => local);
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  return 'name' in statement ? [(statement.name as ts.Identifier).text] : [];
}

function identifiersIn(node: ts.Node): string[] {
  const below: string[] = [];
  node.forEachChild((child) => void below.push(...identifiersIn(child)));
  return ts.isIdentifier(node) ? [node.text] : below;
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
