// The package runs on the oldest Node it promises: the type check alone uses the types of the newest.
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { CONTRACTS, publicModules } from './entries.ts';

/** What Node 20 has of the language's own library; es2024.string are the two functions on surrogates. */
const LIBRARY = ['lib.es2023.d.ts', 'lib.es2024.string.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'];
/** "Do you need to change your target library?", of a property and of a name. */
const OF_THE_LIBRARY = [2550, 2583];

const command = join(PROJECT, 'src/cli/main.ts');

test('no module and no verb calls a function that Node 20 does not have, or forgets a time limit there', () => {
  const sources = [...publicModules.map(({ source }) => join(PROJECT, source)), command];
  const { config } = ts.readConfigFile(join(CONTRACTS, '../tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, CONTRACTS);
  const program = ts.createProgram(sources, { ...options, lib: LIBRARY });
  const found = ts
    .getPreEmitDiagnostics(program)
    .filter(({ code }) => OF_THE_LIBRARY.includes(code))
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  // src/cli/main.ts gives it to the program.
  const ofProgram = /\/src\/(?!contracts).*: Property 'groupBy' does not exist on type 'MapConstructor'/;
  expect(found.filter((line) => line.includes('/contracts/src/') || !ofProgram.test(line))).toEqual([]);

  // Node 20 forgets a limit that nothing else holds, and then waits for ever.
  const texts = program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);
  const unheld = texts.filter(({ text }) => /AbortSignal\.any\([^)]*AbortSignal\.timeout\(/.test(text));
  expect(unheld.map(({ fileName }) => fileName)).toEqual([]);
});
