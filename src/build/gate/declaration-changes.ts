/** Compares the declarations: the names that TypeScript finds in each module, and whether their types still fit. */
import ts from 'typescript';
import { canonical } from '../../../contracts/src/base/json-value.ts';
import {
  type Artefact,
  breaking,
  filesBelow,
  type GateRow,
  harmless,
  inBoth,
  isSame,
  memberRows,
} from './changes.ts';
import { type DeclaredModule, declaredModules, GENERATED, spelledOut } from './declared-modules.ts';
import { json, type PackageContent } from './release.ts';
import { ledgerOf } from './run-release.ts';
import { isForPeople, withoutWords } from './schema-form.ts';

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

function moduleRows(
  checker: ts.TypeChecker,
  module: string,
  old: DeclaredModule,
  now: DeclaredModule,
): GateRow[] {
  const artefact = `declarations of ${module}`;
  return memberRows(old, now, { artefact, noun: 'name', breaks: 'importers' }, (name, was, is) =>
    isValue(was) && isValue(is)
      ? valueRows(checker, artefact, name, was, is)
      : typeRows(checker, artefact, name, was, is),
  );
}

/** A value is used where the old one was, so the new one has to fit there: parameters one way, results the other. */
function valueRows(
  checker: ts.TypeChecker,
  artefact: string,
  name: string,
  old: ts.Symbol,
  now: ts.Symbol,
): GateRow[] {
  const fits = checker.isTypeAssignableTo(checker.getTypeOfSymbol(now), checker.getTypeOfSymbol(old));
  if (!fits) return [breaking(artefact, name, 'does not fit where it was used', 'importers')];
  return anewRows(artefact, name, old, now);
}

/**
 * A type may be given or received, and only the values of the module say which. So only one that fits neither way is
 * breaking. Generic types are compared as text, since their parameters are unknown.
 */
function typeRows(
  checker: ts.TypeChecker,
  artefact: string,
  name: string,
  old: ts.Symbol,
  now: ts.Symbol,
): GateRow[] {
  if (isValue(old)) return [breaking(artefact, name, 'is no longer a value', 'importers')];
  const [was, is] = [checker.getDeclaredTypeOfSymbol(old), checker.getDeclaredTypeOfSymbol(now)];
  const fits = checker.isTypeAssignableTo(was, is) || checker.isTypeAssignableTo(is, was);
  if (!fits && !isGeneric(old)) return [breaking(artefact, name, 'is another type', 'importers')];
  return anewRows(artefact, name, old, now);
}

/** An optional parameter or field that is added or removed still fits; the text of the declaration shows it. */
function anewRows(artefact: string, name: string, old: ts.Symbol, now: ts.Symbol): GateRow[] {
  if (declared(old) === declared(now)) return [];
  const generic = isGeneric(now) ? '; a generic type, so how is not judged' : '';
  return [harmless(artefact, name, `is declared anew${generic}`, 'minor')];
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
  [/^(access|web-form)\.d\.ts$/, (release) => documents(release)],
  // They name the clauses that the documents cite.
  [/^(operations|event-layouts)\.d\.ts$/, (release) => documents(release, isForPeople)],
  [/^clause-id\.d\.ts$/, clauseIds],
  [/^exchanges\.d\.ts$/, (release) => [...filesBelow(release, 'dist/fixtures/', '.json').keys()].sort()],
];

/** What a change of a generated file means is said by what it is made from, unless that stayed the same. */
function generatedRows(before: PackageContent, after: PackageContent): GateRow[] {
  if (isSame(before, after, { files: new RegExp(`^${GENERATED}`) })) return [];
  const unexplained = [...filesBelow(before, GENERATED, '')]
    .filter(([name]) => !isExplained(name, before, after))
    .map(([name, text]) => [GENERATED + name, text] as const);
  return [
    ...unexplainedRows(new Map(unexplained), after),
    harmless('declarations', GENERATED, 'the generated types differ', 'patch'),
  ];
}

function isExplained(name: string, before: PackageContent, after: PackageContent): boolean {
  const [, of] = SOURCES.find(([file]) => file.test(name)) ?? [];
  return of !== undefined && canonical(of(before)) !== canonical(of(after));
}

function documents(release: PackageContent, isLeftOut?: (key: string) => boolean): unknown {
  const names = [...filesBelow(release, 'dist/openapi/', '.json').keys()].sort();
  return names.map((name) => withoutWords(json(release, `dist/openapi/${name}`), isLeftOut));
}

function clauseIds(release: PackageContent): string[] {
  if (!release.files.has('dist/ledgers/clauses.js')) return [];
  const clauses = ledgerOf(release, 'clauses') as { readonly id: string }[];
  return clauses.map(({ id }) => id).sort();
}

/** Compares the later release with itself over the earlier generated types: what differs comes from these alone. */
function unexplainedRows(earlier: ReadonlyMap<string, string>, after: PackageContent): GateRow[] {
  const files = new Map([...after.files, ...earlier]);
  const { checker, old: was, now } = declaredModules({ ...after, files }, after, false);
  return inBoth(was, now).flatMap((module) =>
    inBoth(module.old, module.now)
      .filter((name) => spelledOut(checker, name.old) !== spelledOut(checker, name.now))
      .map(({ name }) =>
        breaking(
          `declarations of ${module.name}`,
          name,
          'is another type, and no document says so',
          'importers',
        ),
      ),
  );
}
