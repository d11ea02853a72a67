/** Screens of a verb: what it prints in each situation of a table is a file, and how it ends is in the table. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test, vi } from 'vitest';
import { callVerbIn } from './call-verb.ts';
import { outputFaults } from './output-faults.ts';
import { plainHandler } from './plain-handler.ts';

export interface Situation {
  /** In the folder of the caller: text and bytes as they are, anything else as JSON. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** How a handler answers that HOOK, at the start of an argument, stands for. */
  readonly hook?: Parameters<typeof plainHandler>[0];
  /** Of each call, parted by blanks, the exit code. */
  readonly calls: Readonly<Record<string, number>>;
  /** Calls of which the exit code alone is looked at, and what is printed for machines, unless they are in `calls`, too. */
  readonly codes?: Readonly<Record<string, number>>;
  /** Files that the last call writes, which are shown below it. */
  readonly writes?: readonly string[];
}

/** A test for each situation; what is printed for machines is valid by its published schema. */
export function screens(verb: () => Command, situations: Readonly<Record<string, Situation>>): void {
  test.each(Object.entries(situations))(`${verb().name()}: %s`, async (name, situation) => {
    const { files = {}, env = {}, hook, calls, codes: further = {}, writes = [] } = situation;
    for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value);
    const url = hook ? (await plainHandler(hook)).url : 'http://127.0.0.1:1/';
    const shown: string[] = [];
    const codes: Record<string, number> = {};
    for (const call of new Set([...Object.keys(further), ...Object.keys(calls)])) {
      const args = call === '' ? [] : call.split(' ');
      const sent = args.map((arg) => arg.replace(/^HOOK/, url));
      const { stdout, stderr, exitCode, folder } = await callVerbIn(verb(), sent, files);
      codes[call] = exitCode;
      if (args.includes('--json')) expect(faultsOf(verb().name(), stdout)).toEqual([]);
      if (!Object.hasOwn(calls, call)) continue;
      const written = writes.map((file) => join(folder, file)).filter((path) => existsSync(path));
      const texts = [
        stdout,
        stderr.replace(/^(?=.)/gm, '2> '),
        ...written.map((path) => `\n-- ${path} --\n${readFileSync(path, 'utf8')}`),
      ];
      const text = texts.join('').replaceAll(folder, '.').replaceAll(new URL(url).origin, 'http://hook');
      shown.push(`$ ${verb().name()} ${call}\n${text}exit ${exitCode}\n`);
    }
    expect(codes).toEqual({ ...further, ...calls });
    const file = `${name.replace(/[^\w]+/g, '-')}.txt`;
    await expect(shown.join('\n')).toMatchFileSnapshot(join('screens', verb().name(), file));
  });
}

/** By what only such an output has. */
const OTHERS = { totals: 'check-totals', pairs: 'compare-recorded', code: 'assess-code' };

function faultsOf(verb: string, stdout: string): string[] {
  const lines = stdout.startsWith('{\n') ? [stdout] : stdout.split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    const output = JSON.parse(line);
    const [other] = Object.entries(OTHERS).flatMap(([name, schema]) => (name in output ? [schema] : []));
    return outputFaults(other === undefined || 'v1Calls' in output ? verb : other, output);
  });
}
