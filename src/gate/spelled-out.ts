/** Writes a declared type with everything that it stands for, so that two of them can be compared as texts. */
import ts from 'typescript';

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
      const held = checker.getTypeArguments(type as ts.TypeReference);
      return `${type.symbol?.name}<${held.map(part).join(', ')}>`;
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
