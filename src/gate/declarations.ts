/** The declarations: the names that TypeScript finds in each module, and whether what they stand for still fits. */
import ts from 'typescript';
import type { Artefact } from './artefact.ts';
import { type DeclaredModule, declaredModules } from './declared-modules.ts';
import { generatedRows } from './generated-types.ts';
import { inBoth, namedRows } from './named.ts';
import { breaking, harmless, type Row } from './row.ts';

export const declarations: Artefact = {
  name: 'declarations',
  files: /^dist\/.*\.d\.ts$/,
  also: /^package\.json$/,
  rows: async (before, after) => {
    const { checker, old, now } = declaredModules(before, after);
    return [
      ...inBoth(old, now).flatMap((module) => moduleRows(checker, module.name, module.old, module.now)),
      ...(await generatedRows(before, after)),
    ];
  },
};

function moduleRows(
  checker: ts.TypeChecker,
  module: string,
  old: DeclaredModule,
  now: DeclaredModule,
): Row[] {
  const artefact = `declarations of ${module}`;
  return [
    ...namedRows(old.keys(), now.keys(), { artefact, noun: 'name', breaks: 'importers' }),
    ...inBoth(old, now).flatMap(({ name, old: was, now: is }) =>
      isValue(was) && isValue(is)
        ? valueRows(checker, artefact, name, was, is)
        : typeRows(checker, artefact, name, was, is),
    ),
  ];
}

/** A value is used where the old one was, so the new one has to fit there: parameters one way, results the other. */
function valueRows(
  checker: ts.TypeChecker,
  artefact: string,
  name: string,
  old: ts.Symbol,
  now: ts.Symbol,
): Row[] {
  const fits = checker.isTypeAssignableTo(checker.getTypeOfSymbol(now), checker.getTypeOfSymbol(old));
  if (!fits) return [breaking(artefact, name, 'does not fit where it was used', 'importers')];
  return anewRows(artefact, name, old, now);
}

/**
 * A type may stand on either side of a call, and the values of the module tell which. Only one that fits neither way is
 * another thing. Generic types are judged by their text alone, since nobody knows what they are filled with.
 */
function typeRows(
  checker: ts.TypeChecker,
  artefact: string,
  name: string,
  old: ts.Symbol,
  now: ts.Symbol,
): Row[] {
  if (isValue(old)) return [breaking(artefact, name, 'is no longer a value', 'importers')];
  const [was, is] = [checker.getDeclaredTypeOfSymbol(old), checker.getDeclaredTypeOfSymbol(now)];
  const fits = checker.isTypeAssignableTo(was, is) || checker.isTypeAssignableTo(is, was);
  if (!fits && !isGeneric(old)) return [breaking(artefact, name, 'is another type', 'importers')];
  return anewRows(artefact, name, old, now);
}

/** TypeScript lets an optional parameter or field come and go unseen; the text of the declaration does not. */
function anewRows(artefact: string, name: string, old: ts.Symbol, now: ts.Symbol): Row[] {
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
