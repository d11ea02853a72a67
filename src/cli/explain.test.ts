// `explain` as a user calls it: every clause, field, fault and setting is printed, and a mistyped one gets a suggestion.
import { expect, test } from 'vitest';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import type { Clause, OpenFact } from '../../contracts/src/base/ledgers.ts';
import { faultRows as faults } from '../faults/fault-rows.ts';
import { callVerb } from '../test-support/call-verb.ts';
import { explainCommand } from './explain.ts';
import { explainClause, explainFact, explainFault } from './explain-entry.ts';
import { explainField, fieldNames } from './explain-field.ts';
import { openQuestions } from './explain-text.ts';
import { fitted } from './terminal-text.ts';

const CLAUSES = ledger.clauses as Clause[];
const FACTS = openFacts.facts as OpenFact[];
/** More than any clause has, so that the lines hold for all of them. */
const proofs = Array.from({ length: 9 }, () => '2 cases in suites/notifications/message-fields.ts');

async function explain(...args: string[]) {
  const { exitCode, ...printed } = await callVerb(explainCommand(), args);
  return { ...printed, status: exitCode };
}

test('a clause is printed with its place, its rules, what it depends on and how to prove it', async () => {
  expect(await explain('V1-451-LOCATION')).toEqual({
    status: 0,
    stderr: '',
    stdout: `V1-451-LOCATION, a clause of v1
  The location header of a 451 response is the URL of the web form.
  source      Errors 2; Endpoints, V1 flows
  check on    importBankConnectionV1, submitPaymentV1
  judge       contracts/src/judge/exchange-checks.ts
  depends on  authorizationHeader, authorizationScheme, fieldAliases
  proven by   4 cases in suites/v1/v1-cases.ts
  faults      HEADER-IMPORT-NO-LOCATION, HEADER-IMPORT-LOCATION-RELATIVE and 10 more
  proof       npm run verify -- --target sandbox --only V1-451-LOCATION
`,
  });
});

test('a field is printed with its places, what it holds, its clauses and what the mapping does with it', async () => {
  const { stdout, stderr, status } = await explain('balanceChange', 'V2 url', 'errors[0].code', 'location');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toBe(`balanceChange, a field
  The documents have it in 2 places.
  in       NEW_ACCOUNT_BALANCE.details, LOW_ACCOUNT_BALANCE.details: a number, required, personal
  clauses  MESSAGE-BALANCE-DETAILS-CHANGE

url, a field
  The documents have it in 2 places.
  in       createBankConnectionImport.201, createStandalonePayment.201: text (uri), required
  clauses  V2-FORM-URL
  mapping  451#header.location becomes 201#url (moved), nothing is lost

code, a field
  The documents have it in 2 places.
  in       importBankConnectionV1.451, submitPaymentV1.451 at errors[].code: text, required
  clauses  V1-ENVELOPE-CODE
  mapping  451#errors[].code has no place in V2: lost is the code WEB_FORM_REQUIRED that means: open the web form

location, a field
  It is a header, so no schema of a body has it.
  mapping  451#header.location becomes 201#url (moved), nothing is lost
`);
});

test('what may be null, absent or encrypted is printed, with the fact that is left open', async () => {
  const text = (await explain('BANK_LOGIN_ERROR bankConnectionName', 'NEW_TRANSACTIONS.details categoryId'))
    .stdout;
  expect(text).toContain(
    'BANK_LOGIN_ERROR.message at loginErrors[].bankConnectionName: text or null, not required, encrypted',
  );
  expect(text).toContain('left open  NULL-OR-ABSENT');
  expect(text).toContain('at transactionDetails[].categoryId: a number or null, not required');
});

test('after an area a field is printed without what the mapping does in the other', async () => {
  expect((await explain('V1 iban')).stdout).toContain(
    "2XX#iban has no place in V2: lost is the echo of the sender's IBAN",
  );
  const { stdout } = await explain('V2 iban');
  expect(stdout).toContain('iban becomes sender.iban (moved by iban), nothing is lost');
  expect(stdout).not.toContain('2XX#iban');
});

test('a fault is printed with what it does, the clause that it breaks, its hook, its edit and how to run it', async () => {
  expect((await explain('status-v1-import-200')).stdout).toBe(`STATUS-V1-IMPORT-200, a fault of status
  The provider answers an import that needs a web form with 200.
  breaks  V1-IMPORT-451: A V1 import that needs a web form gets the custom status 451.
  hook    answer; seen by one exchange
  of      importBankConnectionV1
  edit    { status: 200 }
  run     npm run faults -- --only STATUS-V1-IMPORT-200
`);
});

test('several names are printed one after the other, in any case of letters, and a setting by its fact too', async () => {
  const { stdout, status } = await explain('TOKEN-ENCODING', 'PARAMSFORM', 'v2-features');
  const due = (name: string) =>
    ledger.clauses.filter(({ area, excluded }) => area === name && !excluded).length;
  expect(status).toBe(0);
  expect(stdout).toBe(`tokenEncoding, the setting of TOKEN-ENCODING
  How the parameters of a token request are encoded.
  left open    Endpoints
  default      form
  choices      form, json, query
  affects      all 23 clauses of auth
  target file  settings: { tokenEncoding: json }

paramsForm, the setting of PARAMS-FORM
  Whether numbers and booleans in params are written as such or as strings.
  left open    params per triggerEvent
  default      native
  choices      native, strings
  affects      all ${due('notifications')} clauses of notifications, all ${due('rules')} clauses of rules
  target file  settings: { paramsForm: strings }

V2-FEATURES, a clause of v2
  Web Form V2 adds bank selection, automatic interface management, better callback handling and styling.
  source    Versioning 4
  excluded  These show in the form itself and in shapes that are not shown.
`);
});

test.each([
  ['451', '451\n', '  answers               importBankConnectionV1, submitPaymentV1\n', 'V1-IMPORT-451'],
  ['201', '201\n', 'createBankConnectionImport, createStandalonePayment\n', 'V2-PAYMENT-201'],
  ['WEB_FORM_REQUIRED', 'WEB_FORM_REQUIRED\n', '6 clauses say it.', 'V2-NO-WEB-FORM-REQUIRED'],
  ['xs2a', 'xs2a\n', 'value of              createBankConnectionImport.request', 'V1-IMPORT-INTERFACE'],
  [
    'low_account_balance',
    'LOW_ACCOUNT_BALANCE, a trigger event\n',
    '/low-account-balance.ts',
    'RULE-UNIQUE-LOW',
  ],
  ['createUser', 'createUser, an operation\n', 'POST /users of the access API', 'USER-RESPONSE-ID'],
  ['post /users', 'createUser, an operation\n', 'with the token of a client', 'USER-CREATE-CALL'],
  ['/oauth/token', 'createToken, an operation\n', 'without a token', 'AUTH-TOKEN-SCOPE'],
  ['v2', 'v2, an area\n', ' clauses.\n', 'V2-FORM-URL'],
])('%s is printed with the clauses about it', async (name, title, part, clause) => {
  const { stdout, status } = await explain(name);
  expect(status).toBe(0);
  expect(stdout.startsWith(title)).toBe(true);
  expect(stdout).toContain(part);
  expect(stdout).toMatch(new RegExp(`^  ${clause} +\\S`, 'm'));
});

test.each([
  ['controlUrl', 'openapi/control.yaml'],
  ['testdata', 'What requests to the target hold.'],
  ['waitingTime', '/deliveries'],
])('%s is printed as a key of the target file', async (name, part) => {
  const { stdout, status } = await explain(name);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\w+, a key of the target file\n/);
  expect(stdout).toContain(part);
});

test('what every object inherits is no word', async () => {
  for (const name of ['constructor', 'toString', 'valueOf']) expect((await explain(name)).status).toBe(64);
});

test('without a name it prints what can be named', async () => {
  const { stdout, status } = await explain();
  expect(status).toBe(0);
  for (const part of [
    'V1-451-LOCATION',
    'POST /users, createUser',
    'NEW_TERMS_AND_CONDITIONS',
    'paramsForm',
    '451',
  ])
    expect(stdout).toContain(part);
});

test('twenty lines of a terminal are enough for any of them', () => {
  const texts = [
    ...CLAUSES.map((clause) => [clause.id, explainClause(clause, proofs)]),
    ...FACTS.map((fact) => [fact.id, explainFact(fact)]),
    ...faults.map((fault) => [fault.id, explainFault(fault)]),
    ...fieldNames().map((name) => [name, explainField(name)]),
  ];
  const long = texts.filter(([, text = '']) => linesOf(text) > 20).map(([name]) => name);
  expect(long).toEqual([]);
});

function linesOf(text: string): number {
  return fitted(text, { isTTY: true, columns: 80 }).trimEnd().split('\n').length;
}

test('each clause and each fact is printed with its place in the documentation', () => {
  const texts = [
    ...CLAUSES.map((clause) => ({ row: clause, text: explainClause(clause, proofs) })),
    ...FACTS.map((fact) => ({ row: fact, text: explainFact(fact) })),
  ];
  expect(texts.length).toBe(CLAUSES.length + FACTS.length);
  for (const { row, text } of texts) {
    expect(text, row.id).toContain(row.source);
    expect(text, row.id).toContain('says' in row ? row.says : row.fact);
  }
});

test('every clause that is not excluded names something that states it, or is proven by its cases alone', () => {
  const silent = CLAUSES.filter(
    (clause) => !/ {2}(schema of|call|check on) /.test(explainClause(clause, proofs)),
  );
  expect(silent.map(({ id }) => id)).toContain('AUTH-TOKEN-NEEDED');
  expect(silent.map(({ id }) => id)).not.toContain('V2-FORM-ID');
  expect(explainClause(CLAUSES.find(({ id }) => id === 'V2-FORM-ID') as Clause, proofs)).toMatch(
    /schema of +createBankConnectionImport\.201, createStandalonePayment\.201\n/,
  );
  expect(explainClause(CLAUSES.find(({ id }) => id === 'V1-IMPORT-CALL') as Clause, proofs)).toMatch(
    /call +importBankConnectionV1\n/,
  );
});

test('the questionnaire asks for each fact with a setting and lists each of the others', async () => {
  const { stdout, stderr, status } = await explain('--open');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toBe(openQuestions(FACTS));
  const [asked = '', others = ''] = stdout.split('## Out of contract');
  for (const { id, fact, setting, outOfContract } of FACTS) {
    expect(setting === undefined ? others : asked, id).toContain(fact.replace(/\.$/, ''));
    expect(setting === undefined ? others : asked, id).toContain(setting ?? outOfContract);
  }
  const settings = FACTS.filter(({ setting }) => setting !== undefined);
  expect([...asked.matchAll(/^- Your answer:$/gm)].length).toBe(settings.length);
  expect(asked).toContain(`## 6. How the parameters of a token request are encoded

- Left open in: Endpoints (TOKEN-ENCODING)
- We assume: \`form\`
- It may be: form, json, query
- Our setting: \`tokenEncoding\`
- Affects: all 23 clauses of auth
- Your answer:
`);
  expect(asked).toContain('- We assume: none (`[]`)');
  expect(asked).toContain('- Affects: no clause');
});

for (const [says, args, line] of [
  [
    'a mistyped clause',
    ['V1-451-LOCATOIN'],
    /^unknown name "V1-451-LOCATOIN"; did you mean V1-451-LOCATION\?\n$/,
  ],
  ['a mistyped field', ['balanceChagne'], /; did you mean balanceChange\?\n$/],
  [
    'a field of another area',
    ['rules url'],
    /^unknown name "rules url"; explain without a name lists what can be named\.\n$/,
  ],
  ['a mistyped fault', ['STATUS-V1-IMPROT-200'], /; did you mean STATUS-V1-IMPORT-200\?\n$/],
  ['a mistyped operation', ['createUsr'], /; did you mean createUser\?\n$/],
  ['a mistyped setting', ['parmsFrom'], /; did you mean paramsForm\?\n$/],
  [
    'a name that is near to none',
    ['xx'],
    /^unknown name "xx"; explain without a name lists what can be named\.\n$/,
  ],
  [
    'a name beside --open',
    ['--open', 'paramsForm'],
    /^--open prints every open fact: pass no name with it\.\n$/,
  ],
  ['a name that steers a terminal', ['a\u001b[2Jb'], /^unknown name "a\ufffd\[2Jb"/],
  [
    'a flag that steers a terminal',
    ['--a\u001b[2J'],
    /unknown option '--a\ufffd\[2J'\nexplain --help lists the options and shows an example\.\n$/,
  ],
  ['an unknown flag', ['--opne'], /unknown option '--opne'\n\(Did you mean --open\?\)\n$/],
] as const) {
  test(`${says} is wrong usage, with a line that says so`, async () => {
    const { stdout, stderr, status } = await explain(...args);
    expect([status, stdout, stderr]).toEqual([64, '', expect.stringMatching(line)]);
  });
}

test('--help shows an example', async () => {
  expect(await explain('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('explain -- --open >'),
  });
});
