// The verb `explain`: every name of the contract has an entry, and a mistyped one gets a suggestion.
import { expect, test } from 'vitest';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import type { Clause, OpenFact } from '../../contracts/src/base/ledgers.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { faultRows, mappingFaults } from '../faults/generated/fault-rows.ts';
import { benignVariants } from '../faults/row-hooks.ts';
import { chosenSwitch } from '../faults/switchable-faults.ts';
import { callVerb } from '../test-support/call-verb.ts';
import { screens } from '../test-support/screens.ts';
import { explainCommand } from './explain.ts';
import { entriesOf } from './explain-entries.ts';
import { sandboxCommand } from './provider/sandbox.ts';

const CLAUSES = ledger.clauses as Clause[];
const FACTS = openFacts.facts as OpenFact[];

screens(explainCommand, {
  clauses: {
    calls: { 'V1-451-LOCATION V2-ORDER-BIC RULE-LIST-SEARCH-DELETE': 0 },
  },
  fields: {
    calls: {
      'errors[0].code location waitForCategorization name categoryId': 0,
    },
  },
  'settings, keys and faults': {
    calls: {
      'v1-import-status-200 TOKEN-ENCODING PARAMSFORM EXECUTIONDAYS testdata': 0,
      'MAPPED-IMPORT-BANK-ID-MISSING': 0,
    },
  },
  'words, events, operations and areas': {
    calls: { '451 low_account_balance /clientConfiguration configuration': 0 },
  },
  'what is not known': {
    calls: {
      balanceChagne: 64,
      xx: 64,
      'a\u001b[2Jb': 64,
      '--a\u001b[2J': 64,
      '--open paramsForm': 64,
      '--open --faults': 64,
    },
    codes: { constructor: 64, 'code\\': 64, '(code': 64, 'c.de': 64, '[0]': 64 },
  },
  'what can be named': { calls: { '': 0 } },
});

test('the package names cases, and no file that it does not hold', () => {
  const text = JSON.stringify(entriesOf(catalogue, false));
  expect(text).toContain('["V2-FORM-URL.1","V2-FORM-URL.2"]');
  expect(text).not.toMatch(/suites\/|\.ts\b/);
});

test('a setting and test data are looked up as reasons name them, a field after an area, an operation or an event', async () => {
  const [data, field] = ['testData.banks', 'BANK_LOGIN_ERROR bankConnectionName'];
  const names = ['settings.apiVersionSelectors.v2', data, 'V2 url', 'V2 iban', 'post /users', field];
  const { exitCode, stdout } = await callVerb(explainCommand(), names);
  const found = ['apiVersionSelectors', 'banks', 'V2 url', 'V2 iban', 'createUser', field];
  expect([exitCode, stdout.match(/^\S.*?(?=, (?:an?|test) )/gm)]).toEqual([0, found]);
  expect(stdout).not.toContain('2XX#iban');
  expect((await callVerb(explainCommand(), ['rules url'])).exitCode).toBe(64);
});

test('each clause and each fact is printed with its words and its source in the documentation', async () => {
  const rows = [
    ...CLAUSES.map(({ id, says, source }) => ({ id, parts: [says, source] })),
    ...FACTS.map(({ id, fact, source }) => ({ id, parts: [fact, source] })),
  ];
  const { stdout } = await callVerb(
    explainCommand(),
    rows.map(({ id }) => id),
  );
  const texts = Map.groupBy(stdout.split('\n\n'), (text) => text.slice(0, text.indexOf(',')));
  for (const { id, parts } of rows)
    for (const part of parts) expect(texts.get(id)?.join(), id).toContain(part);
});

test('the questionnaire asks for each fact with a setting and lists each of the others', async () => {
  const { stdout } = await callVerb(explainCommand(), ['--open']);
  const [asked = '', others = ''] = stdout.split('## Out of contract');
  for (const { id, fact, setting, outOfContract } of FACTS) {
    expect(setting === undefined ? others : asked, id).toContain(fact.replace(/\.$/, ''));
    expect(setting === undefined ? others : asked, id).toContain(setting ?? outOfContract);
  }
  await expect(asked.split('\n## 2. ')[0]).toMatchFileSnapshot('screens/explain/first-question.txt');
});

test('every fault is listed once, and each command that is printed of one is accepted', async () => {
  const switchable = [...faultRows, ...benignVariants].map(({ id }) => id);
  const all = [...switchable, ...mappingFaults.map(({ id }) => id)];
  const list = await callVerb(explainCommand(), ['--faults']);
  expect((await callVerb(sandboxCommand(), ['--faults'])).stdout).toBe(list.stdout);
  const listed = list.stdout.match(/(?<=^ {4})[A-Z0-9-]+(?= {2})/gm) ?? [];
  expect(listed.toSorted()).toEqual(all.toSorted());
  const { stdout } = await callVerb(explainCommand(), all);
  const runs = [...stdout.matchAll(/^ +run +npm run -s sandbox -- --fault (\S+)$/gm)].map(
    ([, id = '']) => id,
  );
  expect(runs).toEqual(switchable);
  const { choose } = await chosenSwitch([], String);
  expect(await choose(runs)).toBeUndefined();
  const ofCall = /^GET .*\n(?: .*\n)+/m.exec(list.stdout)?.[0];
  await expect(ofCall).toMatchFileSnapshot('screens/explain/faults-of-a-call.txt');
});
