/** Compares the declarations: the names that TypeScript finds in each module, and whether their types still fit. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { canonical } from '../../../contracts/src/base/json-value.ts';
import { importNames } from '../package/pack.ts';
import { writeBelow } from '../project.ts';
import { type Artefact, filesBelow, type GateRow, gateRow, inBoth, jsonBelow, namedRows } from './changes.ts';
import type { PackageContent } from './release.ts';
import { ledgerOf } from './release.ts';
import { withoutWords } from './schema-changes.ts';

export const declarations: Artefact = {
  name: 'declarations',
  files: /^dist\/.*\.d\.ts$/,
  also: /^package\.json$/,
  rows: (before, after) => {
    const { checker, old, now } = declaredModules(before, after);
    return [
      ...inBoth(old, now).flatMap((module) => moduleRows(checker, module.name, module.old, module.now)),
      ...generatedRows(before, after),
    ];
  },
};

function moduleRows(checker: ts.TypeChecker, module: string, old: DeclaredModule, now: DeclaredModule) {
  const artefact = `declarations of ${module}`;
  const row = (name: string, change: string) => gateRow(artefact, name, change, 'importers');
  return [
    ...namedRows(artefact, 'name', 'importers', old.keys(), now.keys()),
    ...inBoth(old, now).flatMap(({ name, old: was, now: is }) => {
      if (isValue(was) && !isValue(is)) return row(name, 'is no longer a value');
      if (!fits(checker, was, is)) return row(name, 'does not fit where it was used');
      // An optional parameter or field that is added or removed still fits; the text of the declaration shows it.
      if (declared(was) === declared(is)) return [];
      const generic = isGeneric(is) ? '; a generic type, so how is not judged' : '';
      return gateRow(artefact, name, `is declared anew${generic}`, 'minor');
    }),
  ];
}

/**
 * A value is used where the old one was: parameters have to fit one way, results the other. A type may be given or received,
 * and only the values of the module say which, so it has to fit one way. Generic types are not judged: their parameters are
 * unknown.
 */
function fits(checker: ts.TypeChecker, old: ts.Symbol, now: ts.Symbol): boolean {
  if (isValue(old))
    return checker.isTypeAssignableTo(checker.getTypeOfSymbol(now), checker.getTypeOfSymbol(old));
  const [was, is] = [checker.getDeclaredTypeOfSymbol(old), checker.getDeclaredTypeOfSymbol(now)];
  return isGeneric(old) || checker.isTypeAssignableTo(was, is) || checker.isTypeAssignableTo(is, was);
}

const printer = ts.createPrinter({ removeComments: true });

function declared({ declarations: places = [] }: ts.Symbol): string {
  return places
    .map((place) => printer.printNode(ts.EmitHint.Unspecified, place, place.getSourceFile()))
    .join('\n');
}

function isValue({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Value) !== 0;
}

function isGeneric({ declarations: places = [] }: ts.Symbol): boolean {
  return places.some((place) => ((place as ts.InterfaceDeclaration).typeParameters?.length ?? 0) > 0);
}

/** What each generated file is made from, without what cannot change it. A change of any other file is explained by nothing. */
const SOURCES: readonly (readonly [file: RegExp, of: (release: PackageContent) => unknown])[] = [
  [/^(access|web-form)\.d\.ts$/, (release) => documents(release).map((document) => withoutWords(document))],
  // They name the clauses that the documents cite.
  [/^(operations|event-layouts)\.d\.ts$/, documents],
  [/^clause-id\.d\.ts$/, (release) => entriesOf(release, 'clauses').map(([id]) => id)],
  [/^settings\.d\.ts$/, (release) => entriesOf(release, 'not-shown')],
  [/^exchanges\.d\.ts$/, (release) => [...filesBelow(release, 'dist/fixtures/', '.json').keys()].sort()],
];

/** What a change of a generated file means is said by what it is made from, unless that stayed the same. */
function generatedRows(before: PackageContent, after: PackageContent): GateRow[] {
  const [old, now] = [before, after].map((release) => filesBelow(release, GENERATED, '.d.ts'));
  const changed = inBoth(old ?? new Map(), now ?? new Map()).filter((file) => file.old !== file.now);
  return changed.map(({ name, old: was, now: is }) => {
    const [, of = () => ''] = SOURCES.find(([file]) => file.test(name)) ?? [];
    const isExplained = canonical(of(before)) !== canonical(of(after));
    const artefact = `declarations of ${GENERATED}${name}`;
    return isExplained || written(was) === written(is)
      ? gateRow(artefact, '', 'is generated anew', 'patch')
      : gateRow(artefact, '', 'is another one, and nothing that it is made from says so', 'importers');
  });
}

function documents(release: PackageContent): object[] {
  return [...jsonBelow(release, 'dist/openapi/')].sort().map(([, document]) => document);
}

function entriesOf(release: PackageContent, ledger: string) {
  const path = `dist/ledgers/${ledger}.js`;
  return release.files.has(path) ? ledgerOf(release, path) : [];
}

/** The text of a declaration file without comments; the order of union members says nothing. */
function written(text: string): string {
  const file = ts.createSourceFile('a.d.ts', text, ts.ScriptTarget.ESNext);
  const print = (node: ts.Node) => printer.printNode(ts.EmitHint.Unspecified, node, file);
  const sorted: ts.TransformerFactory<ts.SourceFile> = (context) => {
    const visit = (node: ts.Node): ts.Node => {
      const inner = ts.visitEachChild(node, visit, context);
      if (!ts.isUnionTypeNode(inner)) return inner;
      return ts.factory.createUnionTypeNode(inner.types.toSorted((a, b) => (print(a) < print(b) ? -1 : 1)));
    };
    return (whole) => ts.visitEachChild(whole, visit, context);
  };
  return ts.transform(file, [sorted]).transformed.map(print).join();
}

type DeclaredModule = ReadonlyMap<string, ts.Symbol>;

const GENERATED = 'dist/types/generated/';

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

const disk = ts.createCompilerHost(OPTIONS);
const LIBRARIES = dirname(disk.getDefaultLibFileName(OPTIONS));
const libraries = new Map<string, ts.SourceFile | undefined>();

/** Parses each library of TypeScript itself once. */
const host: ts.CompilerHost = {
  ...disk,
  getSourceFile: (path, language) => {
    const parsed = libraries.get(path) ?? disk.getSourceFile(path, language);
    if (dirname(path) === LIBRARIES) libraries.set(path, parsed);
    return parsed;
  },
};

function declaredModules(before: PackageContent, after: PackageContent) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'declarations-'));
  const roots = { old: join(folder.path, 'old'), now: join(folder.path, 'now') };
  writeBelow(roots.old, placed(before, after));
  writeBelow(roots.now, placed(after, after));
  const [old, now] = [entries(roots.old, before), entries(roots.now, after)];
  const program = ts.createProgram([...old.values(), ...now.values()], OPTIONS, host);
  const checker = program.getTypeChecker();
  const read = (paths: Map<string, string>) =>
    new Map([...paths].map(([name, path]) => [name, exported(checker, program.getSourceFile(path))]));
  return { checker, old: read(old), now: read(now) };
}

function entries(root: string, release: PackageContent): Map<string, string> {
  const names = importNames(release.manifest['exports'], [...release.files.keys()]);
  const modules = [...names].map(([name, file]) => [name, file.replace(/\.js$/, '.d.ts')] as const);
  const declared = modules.filter(([, file]) => file.endsWith('.d.ts') && release.files.has(file));
  return new Map(declared.map(([name, file]) => [name, join(root, file)]));
}

/**
 * What is generated from the documents is judged where the documents are, with who sends and who reads; so both sides see
 * the new one, and a hand-written name differs only by what was written. Private members would keep a class from fitting
 * its own next release.
 */
function placed(release: PackageContent, after: PackageContent): [path: string, text: string][] {
  const declared = [...release.files].filter(([path]) => path.endsWith('.d.ts') || path === 'package.json');
  return declared.map(([path, text]) => {
    const judged = path.startsWith(GENERATED) ? (after.files.get(path) ?? text) : text;
    return [path, judged.replace(/^\s*(#private|private .*);$/gm, '')];
  });
}

function exported(checker: ts.TypeChecker, file: ts.SourceFile | undefined): DeclaredModule {
  const module = file && checker.getSymbolAtLocation(file);
  const names = module ? checker.getExportsOfModule(module) : [];
  const unaliased = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return new Map(names.map((symbol) => [symbol.name, unaliased(symbol)]));
}
