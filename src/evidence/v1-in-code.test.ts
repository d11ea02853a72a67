// What of V1 is found in source files: one snippet a row, in several languages, and what stays silent.
import { expect, test } from 'vitest';
import { v1ConstantsIn, v1PlacesIn, withoutChance } from './v1-in-code.ts';

const NOTHING: string[] = [];

/** Text after `//!` is what is expected of its line: kind and word. */
const SNIPPETS: readonly (readonly [name: string, file: string, source: string])[] = [
  [
    'paths, status, header and body in TypeScript',
    'pay.ts',
    `
const url = base + '/payments/moneyTransfers'; //! call payments/moneyTransfers
await post(url, {
  iban: sender, //! field iban
  moneyTransfers: orders.map((order) => ({ //! field moneyTransfers
    counterpartName: order.name, //! field counterpartName
    amount: order.cents / 100, //! field amount
    purpose: order.purpose,
  })),
});
const response = await post(\`\${base}/payments/submit?x=1\`, { paymentId }); //! call payments/submit, field paymentId
if (response.status === 451) return response.headers.get('Location'); //! status 451, location header location`,
  ],
  [
    'setters, constants and joined literals in Java',
    'Import.java',
    `
static final String CONNECTIONS = "/api/v1/bankConnections"; //! call a base path
URI uri = URI.create(host + CONNECTIONS + "/import"); //! call bankConnections/import
params.setBankId(bank); //! field bankId
params.setInterface("XS2A"); //! field interface
params.setAccountTypes(List.of("Checking", "CreditCard")); //! account type Checking, account type CreditCard
if (status == HttpStatus.UNAVAILABLE_FOR_LEGAL_REASONS) { //! status 451
  return headers.getFirst(HttpHeaders.LOCATION); //! location header location
}`,
  ],
  [
    'a body in a file of its own, in Python',
    'params.py',
    `
@dataclass
class ImportParams:
    bank_id: int  #! field bankId
    name: str  #! field name
    skip_balances_download: bool
    max_days_for_download: int`,
  ],
  [
    'a configuration',
    'application.yml',
    `
finance:
  import: https://bank.example/api/v1/bankConnections/import #! call bankConnections/import
  form: https://bank.example/api/v1/webForms/{id} #! web form poll webForms`,
  ],
  [
    'V1 names beside a V2 call',
    'v2.rb',
    `
post("#{forms}/api/webForms/standalonePayment", {
  sender: { iban: iban },
  orders: [{ counterpartIban: other, amount: { value: 1, currency: "EUR" } }] #! V1 name in V2 body counterpartIban
})`,
  ],
  [
    'payment ids that are kept',
    'schema.sql',
    `
CREATE TABLE transfers (
  payment_id BIGINT NOT NULL, --! stored payment id paymentId
  amount NUMERIC
);`,
  ],
  [
    'words that any program has',
    'other.ts',
    `
interface Account { name: string; amount: number; iban: string }
const statuses = { 451: 'Unavailable For Legal Reasons', 404: 'Not Found' };
router.post('/import', handler);
window.location.href = '/payments';
const types = ['Checking', 'Savings'];
// POST /api/v1/payments/submit is gone
form.submit({ name: 'x', interface: 'y' });`,
  ],
  [
    'a transaction of an account',
    'transaction.ts',
    `
export interface Transaction {
  counterpartName: string;
  counterpartIban: string;
  counterpartBic: string;
  amount: number;
  purpose: string;
}`,
  ],
  [
    'the OpenAPI document of a provider',
    'api.yaml',
    'openapi: 3.1.0\npaths:\n  "/api/v1/payments/submit":\n',
  ],
];

test.each(SNIPPETS)('%s', (_, file, source) => {
  const lines = source.split('\n').map((line) => line.split(/ +(?:\/\/|#|--)! /));
  const text = lines.map(([code]) => code).join('\n');
  const wanted = lines.flatMap(([, says], at) =>
    says === undefined ? NOTHING : says.split(', ').map((each) => `${at + 1} ${each}`),
  );
  const found = v1PlacesIn(file, text).map(({ line, kind, found }) => `${line} ${kind} ${found}`);
  expect(found.sort()).toEqual(wanted.sort());
});

test('each place says the row of the mapping and what takes its place', () => {
  const [call, field] = v1PlacesIn('a.js', `post('/bankConnections/import', { bankId: 7 })`);
  expect(call).toEqual({
    file: 'a.js',
    line: 1,
    kind: 'call',
    found: 'bankConnections/import',
    row: 'importBankConnectionV1',
    instead: 'POST {webform_url}/api/webForms/bankConnectionImport',
  });
  expect(field).toMatchObject({ row: 'import bankId', instead: 'bank.id' });
});

test('the constants of a file stand for what they hold, in others too', () => {
  const text = `
const PAYMENTS = '/api/v1/payments';
export const SUBMIT_PATH = PAYMENTS + '/submit';
export const FORM_STATUS = 451;`;
  const constants = v1ConstantsIn(text, v1ConstantsIn(text));
  const source = 'const form = await post(SUBMIT_PATH, body);\nif (form.status === FORM_STATUS) open(form);';
  const found = v1PlacesIn('pay.ts', source, constants).map(({ line, kind }) => `${line} ${kind}`);
  expect(found).toEqual(['1 call', '2 status']);
});

test('a long line, which a program wrote, is left out and holds nothing up', () => {
  const list = JSON.stringify(Array.from({ length: 9000 }, (_, at) => ({ at, of: { c: 'x,y', d: [1, 2] } })));
  expect(v1PlacesIn('data.json', `${list}\npost('/payments/submit')`)).toMatchObject([{ line: 2 }]);
});

test('payment ids, account types and an error code alone are not of V1', () => {
  const code = v1PlacesIn('task.php', "const WEB_FORM_REQUIRED = 'WEB_FORM_REQUIRED';");
  const ids = v1PlacesIn('shop.sql', 'CREATE TABLE orders (payment_id BIGINT);');
  expect([code.length, ids.length]).toEqual([1, 1]);
  expect(withoutChance([...code, ...ids])).toEqual([]);
});
