/** Compares two collections by the names of their members, which is half of every comparison of releases. */
import { type Broken, breaking, harmless, type Row } from './row.ts';

interface Words {
  readonly artefact: string;
  /** What a member is: `channel`, `import`. */
  readonly noun: string;
  /** Whom a member that is gone breaks. */
  readonly breaks: Broken;
}

/** A row for each name that only one side has: gone is major, new is minor. */
export function namedRows(before: Iterable<string>, after: Iterable<string>, words: Words): Row[] {
  const { artefact, noun, breaks } = words;
  const [old, now] = [new Set(before), new Set(after)];
  const gone = [...old].filter((name) => !now.has(name));
  const born = [...now].filter((name) => !old.has(name));
  return [
    ...gone.map((name) => breaking(artefact, name, `${noun} is gone`, breaks)),
    ...born.map((name) => harmless(artefact, name, `${noun} is new`, 'minor')),
  ];
}

/** The members that both sides have. */
export function inBoth<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): { name: string; old: Value; now: Value }[] {
  return [...before].flatMap(([name, old]) => {
    const now = after.get(name);
    return now === undefined ? [] : [{ name, old, now }];
  });
}
