/** Makes the type declarations of the published modules, and only those that a consumer's compiler can reach. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { writeBelow } from '../project.ts';
import { CONTRACTS, publicModules, validatorNames } from './entries.ts';

/** Below the folder of the built modules: the declarations of the sources, in the folders of the sources. */
const SOURCES = 'types';
const VALIDATOR = join(CONTRACTS, 'src/judge/validator.ts');

/** Texts by path in the folder of the built modules: one file beside each module, which leads to those of its sources. */
export function declarations(): Map<string, string> {
  const modules = publicModules();
  const emitted = emittedFrom([...modules.values(), VALIDATOR]);
  return new Map([
    ...[...modules].map(([name, source]) => {
      return [`${name}.d.ts`, `export * from '${stepTo(`${name}.d.ts`, placeOf(source))}';\n`] as const;
    }),
    ...validatorNames.map((name) => [`validators/${name}.d.ts`, validatorDeclaration(name)] as const),
    ...reached(emitted, [...modules.values()].map(placeOf)),
  ]);
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

/**
 * Of the emitted declarations those that a consumer can reach, by path: the others are 8 kB of the tarball. Reached is what
 * these modules export and all that it names, and the type of a validator.
 */
function reached(emitted: ReadonlyMap<string, string>, modules: readonly string[]): [string, string][] {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'declarations-'));
  writeBelow(folder.path, emitted);
  const fileOf = (path: string) => join(folder.path, path);
  const options = { module: ts.ModuleKind.NodeNext, noLib: true, types: [] };
  const program = ts.createProgram([...modules, placeOf(VALIDATOR)].map(fileOf), options);
  const checker = program.getTypeChecker();
  const kept = new Map<ts.SourceFile, Set<ts.Node>>();
  const keep = (node: ts.Node): void => {
    const file = node.getSourceFile();
    const own = kept.get(file) ?? new Set();
    if (own.has(node)) return;
    kept.set(file, own.add(node));
    // These add to another module, such as the matchers of vitest.
    if (own.size === 1) file.statements.filter(ts.isModuleDeclaration).forEach(keep);
    node.forEachChild(keepNamed);
  };
  const keepNamed = (node: ts.Node): void => {
    const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    if (symbol) keepSymbol(symbol);
    node.forEachChild(keepNamed);
  };
  const keepSymbol = (symbol: ts.Symbol): void => {
    for (const declaration of symbol.declarations ?? []) {
      if (ts.isSourceFile(declaration)) keepExports(declaration);
      const holder = ts.findAncestor(
        declaration,
        (one) => ts.isImportSpecifier(one) || (ts.isStatement(one) && ts.isSourceFile(one.parent)),
      );
      if (holder) keep(holder);
    }
    const next = symbol.flags & ts.SymbolFlags.Alias && checker.getImmediateAliasedSymbol(symbol);
    if (next) keepSymbol(next);
  };
  const keepExports = (file: ts.SourceFile): void => {
    const module = checker.getSymbolAtLocation(file);
    if (module) checker.getExportsOfModule(module).forEach(keepSymbol);
    file.statements.filter(ts.isExportDeclaration).forEach(keep);
  };
  for (const path of modules) keepExports(program.getSourceFile(fileOf(path)) as ts.SourceFile);
  const validator = program.getSourceFile(fileOf(placeOf(VALIDATOR)));
  const types = validator?.statements.filter(ts.isInterfaceDeclaration);
  types?.filter(({ name }) => name.text === 'Validator').forEach(keep);
  return [...kept].map(([file, own]) => {
    const texts = file.statements.flatMap((statement) => {
      if (!ts.isImportDeclaration(statement)) return own.has(statement) ? statement.getFullText(file) : [];
      const names = statement.importClause?.namedBindings;
      const used = names && ts.isNamedImports(names) ? names.elements.filter((name) => own.has(name)) : [];
      if (used.length === 0) return [];
      const list = used.map((name) => name.getText(file).replace('type ', '')).join(', ');
      return `import type { ${list} } from ${statement.moduleSpecifier.getText(file)};\n`;
    });
    return [relative(folder.path, file.fileName), `${compact(texts.join('')).trim()}\n`];
  });
}

/** Without indentation, members that are never there, and tags that editors do not show: 1.2 kB of the tarball. */
function compact(text: string): string {
  return text
    .replace(/^\s+(?!requestBody)\w+\?: never;\n/gm, '')
    .replace(/^[ \t]+/gm, '')
    .replaceAll('@description ', '');
}

function placeOf(source: string): string {
  return join(SOURCES, relative(CONTRACTS, source).replace(/(\.d)?\.ts$/, '.d.ts'));
}

function stepTo(from: string, to: string): string {
  const step = relative(dirname(from), to).replace(/\.d\.ts$/, '.js');
  return step.startsWith('.') ? step : `./${step}`;
}
