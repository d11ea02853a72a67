// GitHub publishes no schema for its workflow commands, so they are read here as its runner reads them.
import { expect, test } from 'vitest';
import type { CaseResult } from '../../drive/verdict.ts';
import { green, unproven, unreached, violated } from '../sample-runs.ts';
import { annotations } from './annotations.ts';
import type { PlaceOf } from './place-in.ts';

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
  expect(down.map(({ command }) => command)).toEqual(['error', 'warning']);
  expect(down[1]?.text).toMatch(/^mock gives no answer on http:\/\/127\.0\.0\.1:4010 \(ECONNREFUSED\): /);
  expect(annotations([green])).toBe('');
});

test('a run that fails with no clause broken is one error that says why', () => {
  const errors = (...given: Parameters<typeof annotations>) =>
    read(annotations(...given)).filter(({ command }) => command === 'error');
  for (const [run, ending, text] of [
    [
      unproven,
      {},
      /^Whether the migration holds is not known on mock: of \d+ clauses 10 are unproven, .* First: mock gives no answer on http:\/\/127\.0\.0\.1:4010 \(ECONNREFUSED\)\.$/,
    ],
    [unreached, {}, /^Nothing could be judged: mock reaches none of \d+ clauses\.$/],
    [green, { requireAll: true }, /^--require-all asks for every clause, and mock does not reach all: /],
    [green, { interrupted: 'SIGINT' }, /^The run was interrupted: of \d+ clauses 10 are upheld/],
  ] as const) {
    const [error, ...others] = errors([run], ending);
    expect(error).toEqual({
      command: 'error',
      properties: { title: 'verify on mock' },
      text: expect.stringMatching(text),
    });
    expect(others).toEqual([]);
  }
  // Only of the run that fails.
  expect(errors([green, { ...unproven, target: 'bank' }]).map(({ properties }) => properties)).toEqual([
    { title: 'verify on bank' },
  ]);
});

test('a problem is shown at a file of the repository, or at none, and its case is named then', () => {
  const shown = (placeOf: PlaceOf) => read(annotations([violated], { placeOf }))[0];
  const text = (file = '') =>
    `the status is 500, not 451: given a user with no bank connection, importBankConnectionV1 answers with 451${file}. Again: npm run verify -- --target mock --only V1-IMPORT-451`;
  expect(shown((file, chosenBy) => `${chosenBy}/of/${file}`)).toMatchObject({
    properties: { file: 'mock/of/suites/v1/import.ts' },
    text: text(),
  });
  expect(shown(() => 'ci/bank.yaml')).toMatchObject({
    properties: { file: 'ci/bank.yaml' },
    text: text(' (suites/v1/import.ts)'),
  });
  const nowhere = shown(() => undefined);
  expect(nowhere).toMatchObject({ text: text(' (suites/v1/import.ts)') });
  expect(nowhere?.properties).not.toHaveProperty('file');
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
