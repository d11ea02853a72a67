// GitHub publishes no schema for its workflow commands, so they are read here as its runner reads them.
import { expect, test } from 'vitest';
import type { CaseResult } from '../../drive/verdict.ts';
import { green, unproven, violated } from '../sample-runs.ts';
import { annotations } from './annotations.ts';

interface Annotation {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly text: string;
}

test('a violated clause is an error with file and title, the reason of unproven ones one warning, and a good run says nothing', () => {
  expect(read(annotations([violated]))[0]).toEqual({
    command: 'error',
    properties: { file: 'suites/v1/import.ts', title: 'V1-IMPORT-451 on mock' },
    text: 'the status is 500, not 451: given a user with no bank connection, importBankConnectionV1 answers with 451. Again: npm run verify -- --target mock --only V1-IMPORT-451',
  });
  const down = read(annotations([unproven]));
  expect(down.map(({ command }) => command)).toEqual(['warning']);
  expect(down[0]?.text).toMatch(/^mock gives no answer on http:\/\/127\.0\.0\.1:4010 \(ECONNREFUSED\): /);
  expect(annotations([green])).toBe('');
});

test('what a provider sent and how a target is called end neither a property nor the line', () => {
  const nasty = '50% :: , \r\n::error file=x::y';
  const cases = violated.cases.map((it) => ({
    ...it,
    file: nasty,
    findings: it.findings.map((finding) => ({ ...finding, message: nasty })),
  }));
  const told = read(annotations([{ ...violated, target: nasty, cases }]));
  expect(told).toHaveLength(2);
  expect(told[0]?.properties).toEqual({ file: nasty, title: `V1-IMPORT-451 on ${nasty}` });
  expect(told[0]?.text).toMatch(/^50% :: , \ufffd\ufffd::error file=x::y: /);
});

test('GitHub shows ten of a kind: nine and a line that counts the others', () => {
  const [finding] = violated.cases[0]?.findings ?? [];
  const ids = violated.clauses.slice(0, 12).map(({ clause }) => clause);
  const findings = finding ? ids.map((clause) => ({ ...finding, clause })) : [];
  const cases = [{ ...violated.cases[0], findings } as CaseResult];
  const told = read(annotations([{ ...violated, cases, clauses: [] }]));
  expect(told).toHaveLength(10);
  expect(told.at(-1)).toEqual({ command: 'error', properties: {}, text: '3 more: see the reports' });
});

/** As actions/runner does: the first :: opens the line, the next ends the properties, and escapes are undone. */
function read(log: string): Annotation[] {
  return log
    .split(/\r?\n|\r/)
    .filter(Boolean)
    .map((line) => {
      const [, command = '', list = '', text = ''] = /^::(\w+)(?: (.*?))?::(.*)$/.exec(line) ?? [];
      if (command === '') throw new Error(`${line} is no command`);
      const pairs = list === '' ? [] : list.split(',').map((pair) => pair.split('='));
      const properties = pairs.map(([name, ...value]) => [name, unescaped(value.join('='))]);
      return { command, properties: Object.fromEntries(properties), text: unescaped(text) };
    });
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { '25': '%', '0D': '\r', '0A': '\n', '3A': ':', '2C': ',' };
  return text.replace(/%(25|0D|0A|3A|2C)/g, (_, code) => signs[code] ?? '');
}
