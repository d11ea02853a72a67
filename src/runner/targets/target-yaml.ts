/** Reads the YAML of a target file: data and nothing else. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseDocument } from 'yaml';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { nearest } from '../../../contracts/src/base/text.ts';

/** Throws InputError for a file that cannot be read or is no YAML. `names` are what may be named instead of a file. */
export async function targetYaml(path: string, names: readonly string[] = []): Promise<unknown> {
  return parsed(path, await text(path, names));
}

async function text(path: string, names: readonly string[]): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new InputError(`${path} cannot be read (${code}).`);
    const meant = nearest(basename(path), names);
    const others = names.length > 0 ? `, nor is it ${names.join(' or ')}.` : '.';
    throw new InputError(`There is no file ${path}${meant ? `; did you mean ${meant}?` : others}`);
  }
}

/** No tag makes anything but text of its value, and no message repeats what stands in the file. */
function parsed(path: string, source: string): unknown {
  const document = parseDocument(source, { logLevel: 'silent' });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) {
    const [words] = problem.message.split(/(?<=\w): | at line /);
    const { line, col } = problem.linePos?.[0] ?? { line: 1, col: 1 };
    throw new InputError(`${path} is no YAML: ${words} (line ${line}, column ${col}).`);
  }
  try {
    return document.toJS();
  } catch {
    // An alias without an anchor, or aliases of aliases that would fill the memory.
    throw new InputError(`${path} is no YAML: its aliases cannot be followed.`);
  }
}
