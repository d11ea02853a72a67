// `explain` as a user calls it: every clause, setting and open fact is told, and whoever mistypes one is helped.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import ledger from '../../generated/clauses.json' with { type: 'json' };
import openFacts from '../../generated/not-shown.json' with { type: 'json' };
import type { Clause, OpenFact } from '../contract/ledger.ts';
import { explainClause } from './explain-clause.ts';
import { explainFact } from './explain-fact.ts';
import { openQuestions } from './open-questions.ts';

const CLAUSES = ledger.clauses as Clause[];
const FACTS = openFacts.facts as OpenFact[];

function explain(...args: string[]) {
  const cwd = new URL('../../../', import.meta.url);
  const { stdout, stderr, status } = spawnSync('npm', ['run', '-s', 'explain', '--', ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

test('a clause is told with its place, its rules, what it leans on and how to prove it', () => {
  expect(explain('V1-451-LOCATION')).toEqual({
    status: 0,
    stderr: '',
    stdout: `V1-451-LOCATION, a clause of v1 (must)
  The location header of a 451 answer carries the address of the web form.
  documented  Errors 2; Endpoints, V1 flows
  rule on     importBankConnectionV1, submitPaymentV1
  leans on    authorizationHeader, authorizationScheme, fieldAliases
  proof       npm run verify -- --only V1-451-LOCATION
`,
  });
});

test('several names are told one after the other, whatever their capitals are, and a setting by its fact too', () => {
  const { stdout, status } = explain('TOKEN-ENCODING', 'PARAMSFORM', 'v2-features');
  expect(status).toBe(0);
  expect(stdout).toBe(`tokenEncoding, the setting of TOKEN-ENCODING
  How the parameters of a token request are encoded.
  left open    Endpoints
  default      form
  choices      form, json, query
  leaning      all 24 clauses of auth
  target file  settings: { tokenEncoding: json }

paramsForm, the setting of PARAMS-FORM
  Whether numbers and booleans in params are written as such or as strings.
  left open    params per triggerEvent
  default      native
  choices      native, strings
  leaning      all 116 clauses of notifications, all 49 clauses of rules
  target file  settings: { paramsForm: strings }

V2-FEATURES, a clause of v2 (excluded)
  Web Form V2 adds bank selection, automatic interface management, better callback handling and styling.
  documented  Versioning 4
  excluded    These show in the form itself and in shapes that are not shown.
`);
});

test('ten lines are enough for any clause and any fact, and each is told where the documentation has it', () => {
  const told = [
    ...CLAUSES.map((clause) => ({ row: clause, text: explainClause(clause) })),
    ...FACTS.map((fact) => ({ row: fact, text: explainFact(fact) })),
  ];
  expect(told.length).toBe(CLAUSES.length + FACTS.length);
  for (const { row, text } of told) {
    expect(text, row.id).toContain(row.source);
    expect(text, row.id).toContain('says' in row ? row.says : row.fact);
    expect(text.trimEnd().split('\n').length, row.id).toBeLessThanOrEqual(10);
  }
});

test('every clause that is not excluded names something that states it, or is proven by its cases alone', () => {
  const silent = CLAUSES.filter((clause) => !/ {2}(schema of|call|rule on) /.test(explainClause(clause)));
  expect(silent.map(({ id }) => id)).toContain('AUTH-TOKEN-NEEDED');
  expect(silent.map(({ id }) => id)).not.toContain('V2-FORM-ID');
  expect(explainClause(CLAUSES.find(({ id }) => id === 'V2-FORM-ID') as Clause)).toMatch(
    /schema of {3}createBankConnectionImport\.201, createStandalonePayment\.201\n/,
  );
  expect(explainClause(CLAUSES.find(({ id }) => id === 'V1-IMPORT-CALL') as Clause)).toMatch(
    /call {8}importBankConnectionV1\n/,
  );
});

test('the questionnaire asks for each fact with a setting and lists each of the others', () => {
  const { stdout, stderr, status } = explain('--open');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toBe(openQuestions(FACTS));
  const [asked = '', others = ''] = stdout.split('## Out of contract');
  for (const { id, fact, setting, outOfContract } of FACTS) {
    expect(setting === undefined ? others : asked, id).toContain(fact.replace(/\.$/, ''));
    expect(setting === undefined ? others : asked, id).toContain(setting ?? outOfContract);
  }
  const settings = FACTS.filter(({ setting }) => setting !== undefined);
  expect([...asked.matchAll(/^- Your answer:$/gm)].length).toBe(settings.length);
  expect(asked).toContain(`## 5. How the parameters of a token request are encoded

- Left open in: Endpoints (TOKEN-ENCODING)
- We assume: \`form\`
- It may be: form, json, query
- Our setting: \`tokenEncoding\`
- What leans on it: all 24 clauses of auth
- Your answer:
`);
  expect(asked).toContain('- We assume: none (`[]`)');
  expect(asked).toContain('- What leans on it: nothing: no case depends on it');
});

for (const [says, args, line] of [
  [
    'a mistyped clause',
    ['V1-451-LOCATOIN'],
    /^"V1-451-LOCATOIN" is no clause, .*; did you mean V1-451-LOCATION\?\n$/,
  ],
  ['a mistyped setting', ['parmsFrom'], /; did you mean paramsForm\?\n$/],
  [
    'a name that is near to none',
    ['xx'],
    /^"xx" is no clause, .*, such as V1-451-LOCATION or paramsForm\.\n$/,
  ],
  [
    'no name',
    [],
    /^Name a clause or a setting, such as V1-451-LOCATION, or pass --open; --help tells more\.\n$/,
  ],
  [
    'a name beside --open',
    ['--open', 'paramsForm'],
    /^--open prints all that is left open: pass no name with it\.\n$/,
  ],
  ['a name that steers a terminal', ['a\u001b[2Jb'], /^"a\ufffd\[2Jb" is no clause/],
  ['a flag that steers a terminal', ['--a\u001b[2J'], /unknown option '--a\ufffd\[2J'\n$/],
  ['an unknown flag', ['--opne'], /unknown option '--opne'\n\(Did you mean --open\?\)\n$/],
] as const) {
  test(`${says} is wrong usage, with a line that says so`, () => {
    const { stdout, stderr, status } = explain(...args);
    expect([status, stdout, stderr]).toEqual([64, '', expect.stringMatching(line)]);
  });
}

test('--help shows an example', () => {
  expect(explain('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('explain -- --open >'),
  });
});
