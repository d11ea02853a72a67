// A broken clause comes with all that a reader needs to repeat it.
import { expect, test } from 'vitest';
import type { CaseResult, TargetRun } from '../../runner/verdict.ts';
import { green, stale, violated, violatedRun } from '../../test-support/sample-runs.ts';
import { violationsText } from './result-screen.ts';
import { plain } from './screen.ts';

const narrow = { ...plain, width: 80 };
const [broken] = violated.cases as readonly [CaseResult];

test('the curls of a target file say where $TOKEN and its credentials come from', () => {
  const environment = { clientId: 'BANK_ID', clientSecret: 'BANK_SECRET' };
  const text = violationsText({ ...violated, target: 'bank', environment }, 'violated', plain);
  expect(text.replaceAll('\n  ', ' ')).toContain(
    'For curl: $TOKEN is the access_token that POST http://127.0.0.1:4010/oauth/token answers with, with client_id=$BANK_ID, client_secret=$BANK_SECRET and grant_type=client_credentials for the calls of a client, or grant_type=password, username and password for those of a user.',
  );
});

test('clauses that one case breaks are listed with their sentences, then the case and how to repeat it', () => {
  expect(violationsText(violated, 'violated', narrow)).toBe(`Violated

✗ importBankConnectionV1: the status is 500, not 451
  V1-IMPORT-451: A V1 import that needs a web form gets the custom status 451.
  at /response/status
✗ importBankConnectionV1: the location header is text, not an absolute URL
  V1-451-LOCATION: The location header of a 451 response is the URL of the web
  form.
  at /response/headers/location
  answer     500 "4711; WEB_FORM_REQUIRED"
  case       suites/v1/v1-cases.ts: given a user with no bank connection,
             importBankConnectionV1 answers with 451
  requestId  req-1
  again      npm run verify -- --target mock --only V1-IMPORT-451
  curl -i -X POST 'http://127.0.0.1:4010/api/v1/bankConnections/import' \\
    -H "authorization: Bearer $TOKEN" \\
    -H 'content-type: application/json' \\
    --data-raw '{"bankId":280001,"name":"'"$API_NAME"'","accountTypes":["CreditCard"],"apiKey":"'"$API_API_KEY"'"}'

  For curl: start the mocks again with npm run mock -- --port 4010
  --web-form-port 4011; they take any $TOKEN.

`);
});

test('a clause is shown by its own case where there is one, and the others are counted', () => {
  const own: CaseResult = { ...broken, clause: 'V1-451-LOCATION', file: 'suites/v1/v1-cases.ts' };
  const text = violationsText({ ...violated, cases: [broken, own] }, 'violated', plain);
  expect(text).toContain('case       suites/v1/v1-cases.ts');
  expect(text.match(/V1-451-LOCATION:/g)).toHaveLength(1);
  expect(text).toContain('also in    1 more case, all in run.json');
});

test('ten are printed in full, and the others are counted with the files that have them', () => {
  const clauses = green.clauses.map((it, at) => (at < 12 ? ({ ...it, verdict: 'violated' } as const) : it));
  const text = violationsText({ ...green, cases: [], clauses }, 'violated', plain);
  expect(text.match(/^✗ /gm)).toHaveLength(10);
  expect(text).toMatch(/\n\n {2}and 2 more clauses, all in index\.html and run\.json\n\n$/);
});

test('what a target admits is separate from what it violates', () => {
  const clauses = violated.clauses.map((it) =>
    it.clause === 'V1-451-LOCATION' ? ({ ...it, verdict: 'admitted' } as const) : it,
  );
  const run: TargetRun = { ...violated, clauses };
  expect(violationsText(run, 'violated', plain)).not.toContain('V1-451-LOCATION');
  expect(violationsText(run, 'admitted', plain)).toMatch(
    /^Admitted\n\n {2}importBankConnectionV1: the location header is text/,
  );
  expect(violationsText(green, 'violated', plain)).toBe('');
});

test('a stale deviation is listed with its clause, though no case breaks it', () => {
  expect(violationsText(stale, 'violated', narrow)).toBe(`Violated

✗ its deviation is stale: the clause is upheld; take the entry out
  V2-NO-LOCATION: The response that creates a web form has no location header.
  clause     contracts/clauses/v2.yaml
  again      npm run verify -- --target bank.yaml --only V2-NO-LOCATION

`);
});

test('a broken clause names the setting that its verdict depends on', () => {
  const clause = 'RULE-WAIT-V1-REFUSED';
  const findings = [{ clause, pointer: '/response/status', message: 'the status is 400' }] as const;
  const clauses = [{ clause, verdict: 'violated' }] as const;
  const run: TargetRun = { ...violated, clauses, cases: [{ ...broken, clause, findings }] };
  expect(violationsText(run, 'violated', narrow)).toContain(`  at /response/status
  judged with apiVersionSelectors: {}, a setting of the target file for what the
  documentation leaves open
  answer `);
});

test('a broken scenario says where its story is, and a target that the run did not start needs no hint', () => {
  const text = violationsText({ ...violatedRun, chosenBy: 'bank.yaml' }, 'violated', plain);
  expect(text).toContain(`
  at /story/1/received/0/message/balanceChanges/0/details/newBalance
  case       suites/events/low-account-balance.ts: given a rule with a threshold, the service sends the
             balance of the bank
  again      npm run verify -- --target bank.yaml --only MESSAGE-BALANCE-DETAILS-NEW
  story      its rules, updates and messages are in run.json
`);
  expect(text).not.toContain('mock');
});

test('nothing from outside steers the terminal', () => {
  const findings = [{ clause: broken.clause, pointer: '/a\u001b[2J', message: 'x\u001b[2J\ny' }];
  const text = violationsText({ ...violated, cases: [{ ...broken, findings }] }, 'violated', plain);
  expect(text).not.toContain('\u001b');
  expect(text).toContain('✗ importBankConnectionV1: x\ufffd[2J\ufffdy');
});
