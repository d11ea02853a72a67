/** Loads the declarations of two releases into one TypeScript compiler, in memory, and writes types out for comparison. */
import { dirname } from 'node:path';
import ts from 'typescript';
import { importNames, type PackageContent } from './release.ts';

/** The exported names of a module. */
export type DeclaredModule = ReadonlyMap<string, ts.Symbol>;

export interface DeclaredModules {
  readonly checker: ts.TypeChecker;
  /** By the name under which each is imported. */
  readonly old: ReadonlyMap<string, DeclaredModule>;
  readonly now: ReadonlyMap<string, DeclaredModule>;
}

export const GENERATED = 'dist/types/generated/';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

export function declaredModules(
  before: PackageContent,
  after: PackageContent,
  isGeneratedShared = true,
): DeclaredModules {
  const texts = new Map([
    ...placed('/old/', before, isGeneratedShared ? after : undefined),
    ...placed('/now/', after),
  ]);
  const [old, now] = [entries('/old/', before), entries('/now/', after)];
  const program = ts.createProgram([...old.values(), ...now.values()], OPTIONS, host(texts));
  const checker = program.getTypeChecker();
  const read = (paths: Map<string, string>) =>
    new Map([...paths].map(([name, path]) => [name, exported(checker, program.getSourceFile(path))]));
  return { checker, old: read(old), now: read(now) };
}

function entries(root: string, release: PackageContent): Map<string, string> {
  const modules = [...importNames(release)].map(
    ([name, file]) => [name, file.replace(/\.js$/, '.d.ts')] as const,
  );
  const declared = modules.filter(([, file]) => file.endsWith('.d.ts') && release.files.has(file));
  return new Map(declared.map(([name, file]) => [name, root + file]));
}

/**
 * What is generated from the documents is judged where the documents are, with who sends and who reads; so both sides see
 * the new one, and a hand-written name differs only by what was written. Private members would keep a class from fitting
 * its own next release.
 */
function placed(root: string, release: PackageContent, shared?: PackageContent): [string, string][] {
  const declared = [...release.files].filter(([path]) => path.endsWith('.d.ts') || path === 'package.json');
  return declared.map(([path, text]) => {
    const isShared = shared !== undefined && path.startsWith(GENERATED);
    const judged = isShared ? (shared.files.get(path) ?? text) : text;
    return [root + path, judged.replace(/^\s*(#private|private .*);$/gm, '')];
  });
}

function exported(checker: ts.TypeChecker, file: ts.SourceFile | undefined): DeclaredModule {
  const module = file && checker.getSymbolAtLocation(file);
  const names = module ? checker.getExportsOfModule(module) : [];
  return new Map(names.map((symbol) => [symbol.name, unaliased(checker, symbol)]));
}

function unaliased(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The libraries of TypeScript itself, which alone come from the disk, each parsed once. */
const libraries = new Map<string, ts.SourceFile | undefined>();

function host(texts: ReadonlyMap<string, string>): ts.CompilerHost {
  const disk = ts.createCompilerHost(OPTIONS);
  const folder = dirname(disk.getDefaultLibFileName(OPTIONS));
  const isOurs = (path: string) => path.startsWith('/old/') || path.startsWith('/now/');
  const parsed = (
    path: string,
    text: string | undefined,
    language: ts.ScriptTarget | ts.CreateSourceFileOptions,
  ) => (text === undefined ? undefined : ts.createSourceFile(path, text, language));
  return {
    ...disk,
    getCurrentDirectory: () => '/',
    fileExists: (path) => (isOurs(path) ? texts.has(path) : path.startsWith(folder) && disk.fileExists(path)),
    readFile: (path) => (isOurs(path) ? texts.get(path) : disk.readFile(path)),
    directoryExists: (path) => !path.includes('node_modules') || path.startsWith(folder),
    getDirectories: () => [],
    realpath: (path) => path,
    getSourceFile: (path, language) => {
      if (isOurs(path)) return parsed(path, texts.get(path), language);
      if (!libraries.has(path)) libraries.set(path, parsed(path, disk.readFile(path), language));
      return libraries.get(path);
    },
  };
}

/** The order of union members and of fields says nothing. A type inside itself is written by its name. */
export function spelledOut(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const isValue = (symbol.flags & ts.SymbolFlags.Value) !== 0;
  return written(isValue ? checker.getTypeOfSymbol(symbol) : checker.getDeclaredTypeOfSymbol(symbol), []);

  function written(type: ts.Type, within: readonly ts.Type[]): string {
    const part = (inner: ts.Type) => written(inner, [...within, type]);
    if (type.isUnion()) return sorted(type.types.map(part), ' | ');
    if (within.includes(type) || !(type.flags & ts.TypeFlags.Object)) return checker.typeToString(type);
    // Lists and promises too: what they hold is ours, what they are is not.
    if (isOfLibrary(type)) {
      const typeArguments = checker.getTypeArguments(type as ts.TypeReference);
      return `${type.symbol?.name}<${typeArguments.map(part).join(', ')}>`;
    }
    const calls = type.getCallSignatures().map((call) => {
      const parameters = call.getParameters().map((each) => part(checker.getTypeOfSymbol(each)));
      return `(${parameters.join(', ')}) => ${part(call.getReturnType())}`;
    });
    const fields = checker.getPropertiesOfType(type).map((field) => {
      const optional = field.flags & ts.SymbolFlags.Optional ? '?' : '';
      return `${field.name}${optional}: ${part(checker.getTypeOfSymbol(field))}`;
    });
    return `{ ${sorted([...calls, ...fields], '; ')} }`;
  }
}

function isOfLibrary({ symbol }: ts.Type): boolean {
  const files = symbol?.declarations?.map((place) => place.getSourceFile().fileName) ?? [];
  return files.length > 0 && !files.some((file) => /^\/(old|now)\//.test(file));
}

function sorted(texts: string[], between: string): string {
  return texts.sort().join(between);
}
