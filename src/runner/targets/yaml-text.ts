/** Reads YAML written by hand, and says in which line a problem of it is. */
import type { Event } from 'js-yaml';
import { partsIn, pointerToken } from '../../../contracts/src/base/json-value.ts';
import { InputError, only } from '../../base/errors.ts';

/** What is wrong with a value, as part of a sentence. */
export interface Problem {
  /** A JSON Pointer. */
  readonly pointer: string;
  readonly text: string;
}

/** JSON's types: no dates, and no tag makes another one. Throws InputError, which does not repeat the content of the file. */
export async function parsedYaml(path: string, source: string): Promise<unknown> {
  // Loaded when needed: most runs read no target file.
  const { loadAll, YAMLException } = await import('js-yaml');
  let documents: unknown[];
  try {
    documents = loadAll(source);
  } catch (error) {
    only(error, YAMLException);
    const [words] = error.reason.split(/,? (?=["!])/);
    const { line = 0, column = 0 } = error.mark ?? {};
    throw new InputError(`${path} is not YAML: ${words} (line ${line + 1}, column ${column + 1}).`);
  }
  if (isEndless(documents)) throw new InputError(`${path} is not YAML: its aliases cannot be followed.`);
  if (documents.length > 1)
    throw new InputError(`${path} has ${documents.length} YAML documents: write one.`);
  return documents[0];
}

/** Whether aliases repeat a value more often than a target file has values. */
function isEndless(content: unknown): boolean {
  const parts = partsIn(content);
  for (let seen = 0; !parts.next().done; seen++) if (seen > 100_000) return true;
  return false;
}

/** `line 12: …`, in the order of the lines; first what has none, such as a missing field of the whole. */
export async function withLines(problems: readonly Problem[], source: string): Promise<string[]> {
  const offsets = await offsetsIn(source);
  const placed = problems.map((problem) => ({ ...problem, offset: offsets.get(problem.pointer) ?? -1 }));
  return placed
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ offset, text }) =>
      offset < 0 ? text : `line ${source.slice(0, offset).split('\n').length}: ${text}`,
    );
}

/** Where each value begins, by JSON Pointer: that of a key at the key, and the whole nowhere. */
async function offsetsIn(source: string): Promise<ReadonlyMap<string, number>> {
  const { EVENT_ID, getScalarValue, parseEvents } = await import('js-yaml');
  const offsets = new Map<string, number>();
  const rest = parseEvents(source, {}).values();
  /** A key and its value are read with one pointer, the key first. */
  const read = (event: Event | undefined, pointer: string) => {
    if (event === undefined) return;
    const start = 'valueStart' in event ? event.valueStart : 'start' in event ? event.start : undefined;
    if (start !== undefined && pointer !== '' && !offsets.has(pointer)) offsets.set(pointer, start);
    if (event.type !== EVENT_ID.MAPPING && event.type !== EVENT_ID.SEQUENCE) return;
    for (let index = 0; ; index++) {
      const part = rest.next().value;
      if (part === undefined || part.type === EVENT_ID.POP) return;
      const isKey = event.type === EVENT_ID.MAPPING;
      const name = isKey && part.type === EVENT_ID.SCALAR ? getScalarValue(source, part) : `${index}`;
      const inner = `${pointer}/${pointerToken(name)}`;
      read(part, inner);
      if (isKey) read(rest.next().value, inner);
    }
  };
  // The first event is the document.
  rest.next();
  read(rest.next().value, '');
  return offsets;
}
