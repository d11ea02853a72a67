// `explain` as a user calls it: every clause, field, fault and setting is printed, and a mistyped one gets a suggestion.
import { expect, test } from 'vitest';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import type { Clause, OpenFact } from '../../contracts/src/base/ledgers.ts';
import { callVerb } from '../test-support/call-verb.ts';
import { explainCommand } from './explain.ts';

const CLAUSES = ledger.clauses as Clause[];
const FACTS = openFacts.facts as OpenFact[];

async function explain(...args: string[]) {
  const { exitCode, ...printed } = await callVerb(explainCommand(), args);
  return { ...printed, status: exitCode };
}

test('a clause is printed with its row of the ledger, what it depends on, what breaks it and how to prove it', async () => {
  expect(await explain('V1-451-LOCATION')).toEqual({
    status: 0,
    stderr: '',
    stdout: `V1-451-LOCATION, a clause
  area        v1
  says        The location header of a 451 response is the URL of the web form.
  source      Errors 2; Endpoints, V1 flows
  needs       V1-IMPORT-451, V1-SUBMIT-451, V2-FORM-ID-UNIQUE
  judged in   importBankConnectionV1, submitPaymentV1
  depends on  authorizationHeader, authorizationScheme, fieldAliases
  proven by   2 cases in suites/v1/v1-cases.ts
  needed by   MIGRATION-BANK-ID, MIGRATION-NAME, MIGRATION-INTERFACE and 11 more
  faults      HEADER-IMPORT-NO-LOCATION, HEADER-IMPORT-LOCATION-RELATIVE, HEADER-SUBMIT-NO-LOCATION and 9 more
  proof       npm run verify -- --target sandbox --only V1-451-LOCATION
`,
  });
});

test('a field is printed with its places, what it holds, its clauses and what the mapping does with it', async () => {
  const { stdout, stderr, status } = await explain('balanceChange', 'V2 url', 'errors[0].code', 'location');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toBe(`balanceChange, a field
  in       NEW_ACCOUNT_BALANCE.details, LOW_ACCOUNT_BALANCE.details at balanceChange: number, required, personal
  clauses  MESSAGE-BALANCE-DETAILS-CHANGE

V2 url, a field
  in       createBankConnectionImport.201, createStandalonePayment.201 at url: string, uri, required
  clauses  V2-FORM-URL
  mapping  451#header.location becomes 201#url (moved), loses nothing

errors[0].code, a field
  in       importBankConnectionV1.451, submitPaymentV1.451 at errors[].code: string, required
  clauses  V1-ENVELOPE-CODE
  mapping  451#errors[].code becomes nothing (dropped), loses the code WEB_FORM_REQUIRED that means: open the web form

location, a field
  mapping  451#header.location becomes 201#url (moved), loses nothing
`);
});

test('what may be null, absent or encrypted is printed, with the fact that is left open', async () => {
  const text = (await explain('BANK_LOGIN_ERROR bankConnectionName', 'NEW_TRANSACTIONS.details categoryId'))
    .stdout;
  expect(text).toContain(
    'BANK_LOGIN_ERROR.message at loginErrors[].bankConnectionName: string or null, not required, encrypted',
  );
  expect(text).toContain('left open  NULL-OR-ABSENT');
  expect(text).toContain('at transactionDetails[].categoryId: number or null, not required');
});

test('the values of a field and the items of a list are printed, and what is of one trigger event only', async () => {
  const text = (await explain('V2 accountTypes', 'waitForCategorization')).stdout;
  expect(text).toContain('accountTypes: array of string, CHECKING | SAVINGS | CREDIT_CARD | SECURITY | ');
  expect(text).toContain(
    'createNotificationRule.request (triggerEvent NEW_TRANSACTIONS) at params.waitForCategorization: boolean',
  );
});

test('after an area a field is printed without what the mapping does in the other', async () => {
  expect((await explain('V1 iban')).stdout).toContain('2XX#iban becomes nothing (dropped), loses the echo');
  const { stdout } = await explain('V2 iban');
  expect(stdout).toContain('iban becomes sender.iban (moved), loses nothing');
  expect(stdout).not.toContain('2XX#iban');
});

test('a fault is printed with what it does, the clause that it breaks, its hook, its edit and how to switch it on', async () => {
  expect((await explain('status-v1-import-200')).stdout).toBe(`STATUS-V1-IMPORT-200, a fault
  class   status
  sees    one exchange
  clause  V1-IMPORT-451
  says    answers an import that needs a web form with 200
  of      importBankConnectionV1
  hook    answer
  edit    { status: 200 }
  run     npm run sandbox -- --fault STATUS-V1-IMPORT-200
`);
});

test('several names are printed one after the other, in any case of letters, and a setting by its fact too', async () => {
  const { stdout, status } = await explain('TOKEN-ENCODING', 'PARAMSFORM', 'v2-features', 'EXECUTIONDAYS');
  expect(status).toBe(0);
  expect(stdout).toBe(`TOKEN-ENCODING, an open fact
  fact     How the parameters of a token request are encoded.
  source   Endpoints
  setting  tokenEncoding
  usedBy   sandbox, runner
  meaning  How the parameters of a token request are sent.
  default  form
  affects  AUTH-TOKEN-NEEDED, AUTH-TOKEN-CALL, AUTH-GRANT-TYPE and 20 more
  choices  form, json, query
  example  json

paramsForm, a setting
  id       PARAMS-FORM
  fact     Whether numbers and booleans in params are written as such or as strings.
  source   params per triggerEvent
  usedBy   runner
  meaning  How numbers and booleans in the params of a rule are sent.
  default  native
  affects  MESSAGE-EMITTED, MESSAGE-USERS-RULES, MESSAGE-DESTINATION and 162 more
  choices  native, strings
  example  strings

V2-FEATURES, a clause
  area      v2
  says      Web Form V2 adds bank selection, automatic interface management, better callback handling and styling.
  source    Versioning 4
  excluded  These show in the form itself and in shapes that are not shown.

executionDays, test data of a target file
  meaning  Days from today, by the clock of the target, to the execution dates of payments. A date at a weekend becomes the Monday after it.
  default  14, 45
  choices  one or more numbers of days
  fills    /executionDate
  example  3
`);
});

test.each([
  ['451', '451, a word\n', 'MIGRATION-ANSWER-URL', 'V1-IMPORT-451'],
  ['201', '201, a word\n', 'V2-IMPORT-201', 'V2-PAYMENT-201'],
  ['WEB_FORM_REQUIRED', 'WEB_FORM_REQUIRED, a word\n', 'V1-451-CODE', 'V2-NO-WEB-FORM-REQUIRED'],
  ['xs2a', 'xs2a, a word\n', 'V2-IMPORT-INTERFACES', 'V1-IMPORT-INTERFACE'],
  ['low_account_balance', 'LOW_ACCOUNT_BALANCE, a trigger event\n', 'MESSAGE-LOW-FIRES', 'RULE-UNIQUE-LOW'],
  ['createUser', 'createUser, an operation\n', 'POST /users', 'USER-RESPONSE-ID'],
  ['post /users', 'createUser, an operation\n', ' client\n', 'USER-CREATE-CALL'],
  ['/oauth/token', 'createToken, an operation\n', '2XX, 4XX\n', 'AUTH-TOKEN-SCOPE'],
  ['v2', 'v2, an area\n', 'V2-SEPARATE-INTERFACE', 'V2-FORM-URL'],
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
  expect(stdout).toMatch(/^\w+, a key of a target file\n/);
  expect(stdout).toContain(part);
});

test('what every object inherits is no word, nor is a part of a pattern', async () => {
  for (const name of ['constructor', 'toString', 'valueOf', '', 'code\\', '(code', 'c.de', '[0]'])
    expect((await explain(name)).status, name).toBe(64);
});

test('without a name it prints what can be named', async () => {
  const { stdout, status } = await explain();
  expect(status).toBe(0);
  for (const part of [
    'AUTH-SERVICE-PURPOSE',
    'createUser or POST /users',
    'NEW_TERMS_AND_CONDITIONS',
    'paramsForm',
    '451',
  ])
    expect(stdout).toContain(part);
});

test('each clause and each fact is printed with its words and its source in the documentation', async () => {
  const rows = [
    ...CLAUSES.map(({ id, says, source }) => ({ id, parts: [says, source] })),
    ...FACTS.map(({ id, fact, source }) => ({ id, parts: [fact, source] })),
  ];
  const { stdout } = await explain(...rows.map(({ id }) => id));
  const texts = Map.groupBy(stdout.split('\n\n'), (text) => text.slice(0, text.indexOf(',')));
  for (const { id, parts } of rows)
    for (const part of parts) expect(texts.get(id)?.join(), id).toContain(part);
});

test('a name of two things is printed as both', async () => {
  const { stdout } = await explain('RULE-LIST-SEARCH-DELETE', 'name');
  for (const title of ['RULE-LIST-SEARCH-DELETE, a clause\n', 'RULE-LIST-SEARCH-DELETE, an open fact\n'])
    expect(stdout).toContain(title);
  for (const title of ['name, a field\n', 'name, a key of a target file\n']) expect(stdout).toContain(title);
});

test('a clause names the schemas and calls that judge it; one that only cases prove names none', async () => {
  const { stdout } = await explain('V2-FORM-ID', 'V1-IMPORT-CALL', 'AUTH-TOKEN-NEEDED');
  const [form, call, needed] = stdout.split('\n\n');
  expect(form).toContain('judged in   createBankConnectionImport.201, createStandalonePayment.201\n');
  expect(call).toMatch(/judged in +importBankConnectionV1\n/);
  expect(needed).not.toContain('judged in');
  expect(needed).toMatch(/proven by +\d+ cases? in suites/);
});

test('the questionnaire asks for each fact with a setting and lists each of the others', async () => {
  const { stdout, stderr, status } = await explain('--open');
  expect([status, stderr]).toEqual([0, '']);
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
- Affects: AUTH-TOKEN-NEEDED, AUTH-TOKEN-CALL, AUTH-GRANT-TYPE and 20 more
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
