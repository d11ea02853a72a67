/** `assess --guide`: how the code behind the calls of a recording changes, as Markdown with TypeScript before and after. */
import examples from '../../../contracts/generated/examples.json' with { type: 'json' };
import { isObject } from '../../../contracts/src/base/json-value.ts';
import { markdownTable, markdownWords } from '../../../contracts/src/base/table.ts';
import { oneLine } from '../../../contracts/src/base/text.ts';
import { type RequestKind, table } from '../../../contracts/src/migration/mapping-table.ts';
import { migrateImport, migratePayment } from '../../../contracts/src/migration/migrate-request.ts';
import type { OpenPoint, Readiness } from '../../../contracts/src/records/readiness.ts';
import { countsSentence } from './assess-text.ts';

/** Only the calls that were seen, with the fields that were sent. `currency` is the decided one. */
export function assessGuide(result: Readiness, currency?: string): string {
  const sent = new Set(result.calls.map(({ operation }) => operation));
  const isImport = sent.has('importBankConnectionV1');
  const isPayment = sent.has('createMoneyTransferV1') || sent.has('submitPaymentV1');
  return [
    `# From V1 to Web Form V2: what changes in your code\n`,
    `Made by \`assess\` from a recording. ${countsSentence(result)} Verdict: ${result.says}.\n`,
    result.v1Calls === 0
      ? 'No V1 call is left in this recording: there is nothing to change.\n'
      : INTRODUCTION,
    ...(isImport ? [importChapter(result)] : []),
    ...(isPayment ? [paymentChapter(result, currency)] : []),
    ...(isImport || isPayment ? [handlerChapter(result)] : []),
    ...(isPayment ? [STORE] : []),
    FINISHED,
    questions(result, isImport, isPayment),
    proof(currency),
  ].join('\n');
}

const INTRODUCTION = `V1 asks for a web form with status 451 and an address in the \`location\` header. Web Form V2 answers 201 with the address
as \`url\` in the body. It has an address of its own, {webform_url}, and takes the same user token. The values below are made
up; the fields are those that you sent. How the token is presented is not documented: keep the header that you send today.
`;

function importChapter({ fields }: Readiness): string {
  const v1 = exampleOf(examples.requests.importBankConnectionV1.full, fields, 'import');
  const v2 = migrateImport(v1).v2 ?? {};
  return `## The import of a bank connection

${fieldTableOf(fields, 'import')}${codeTablesOf(fields, 'import')}
Before, with the client of this package:

${block(`import { type Client, v1 } from 'bank-access-contracts/client';

export async function importForm(client: Client): Promise<string> {
  const form = await v1.openImportForm(client, ${literal(v1, 2)});
  return form.url;
}`)}
After:

${block(`import { type Client, v2 } from 'bank-access-contracts/client';

export async function importForm(client: Client): Promise<string> {
  const form = await v2.openImportForm(client, ${literal(v2, 2)});
  return form.url;
}`)}
Before, with fetch:

${block(`export async function importForm(baseUrl: string, authorization: string): Promise<string> {
  const response = await fetch(\`\${baseUrl}/api/v1/bankConnections/import\`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(${literal(v1, 4)}),
  });
  const location = response.headers.get('location');
  if (response.status !== 451 || location === null) throw new Error(\`no web form: status \${response.status}\`);
  return location;
}`)}
After:

${block(`export async function importForm(webFormUrl: string, authorization: string): Promise<string> {
  const response = await fetch(\`\${webFormUrl}/api/webForms/bankConnectionImport\`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(${literal(v2, 4)}),
  });
  if (response.status !== 201) throw new Error(\`no web form: status \${response.status}\`);
  const form = (await response.json()) as { url: string };
  return form.url;
}`)}`;
}

function paymentChapter({ fields }: Readiness, currency = 'EUR'): string {
  const v1 = exampleOf(examples.requests.createMoneyTransferV1.full, fields, 'payment');
  const v2 = migratePayment(v1, { currency }).v2 ?? {};
  return `## A payment

Create and submit become one call. V1 carries no currency: \`${currency}\` below is your decision. Amounts are JavaScript
numbers here; \`readJson\` and \`writeJson\` of \`bank-access-contracts/json\` keep more digits.

${fieldTableOf(fields, 'payment', 'submit')}
Before, with the client of this package:

${block(`import { type Client, v1 } from 'bank-access-contracts/client';

export async function paymentForm(client: Client): Promise<{ paymentId: number; url: string }> {
  const payment = await v1.createMoneyTransfer(client, ${literal(v1, 2)});
  const form = await v1.submitPayment(client, { paymentId: payment.id, interface: 'XS2A' });
  return { paymentId: payment.id, url: form.url };
}`)}
After:

${block(`import { type Client, v2 } from 'bank-access-contracts/client';

export async function paymentForm(client: Client): Promise<{ webFormId: string; url: string }> {
  const form = await v2.openPaymentForm(client, ${literal(v2, 2)});
  return { webFormId: form.id, url: form.url };
}`)}
Before, with fetch:

${block(`export async function paymentForm(baseUrl: string, authorization: string): Promise<{ paymentId: number; url: string }> {
  const post = (path: string, body: unknown) =>
    fetch(\`\${baseUrl}/api/v1/payments/\${path}\`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const created = await post('moneyTransfers', ${literal(v1, 2)});
  if (!created.ok) throw new Error(\`no payment: status \${created.status}\`);
  const payment = (await created.json()) as { id: number };
  const submitted = await post('submit', { paymentId: payment.id, interface: 'XS2A' });
  const location = submitted.headers.get('location');
  if (submitted.status !== 451 || location === null) throw new Error(\`no web form: status \${submitted.status}\`);
  return { paymentId: payment.id, url: location };
}`)}
After:

${block(`export async function paymentForm(webFormUrl: string, authorization: string): Promise<{ webFormId: string; url: string }> {
  const response = await fetch(\`\${webFormUrl}/api/webForms/standalonePayment\`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(${literal(v2, 4)}),
  });
  if (response.status !== 201) throw new Error(\`no web form: status \${response.status}\`);
  const form = (await response.json()) as { id: string; url: string };
  return { webFormId: form.id, url: form.url };
}`)}`;
}

/** The 451 handler, and what its answers carried in this recording. */
function handlerChapter({ answers }: Readiness): string {
  const rows = answers.map(({ from, to, calls, loses }) => {
    const place = to === null ? 'no place' : `\`${to.replace('#', ' ')}\``;
    return [`\`${from.replace('#', ' ')}\``, place, `${calls}`, markdownWords(loses)];
  });
  const carried =
    rows.length === 0
      ? 'The recording has no such answers.\n'
      : `What the V1 answers of this recording carried. Search your code for each field that has no place:\n\n${markdownTable(['V1', 'V2', 'answers', 'loses'], rows)}`;
  return `## The handler of 451

V2 does not use \`WEB_FORM_REQUIRED\`: the form is the success. Before:

${block(`export async function formAddress(response: Response): Promise<string | undefined> {
  if (response.status !== 451) return undefined;
  const { errors } = (await response.json()) as { errors: { code: string }[] };
  const isForm = errors.some(({ code }) => code === 'WEB_FORM_REQUIRED');
  return isForm ? (response.headers.get('location') ?? undefined) : undefined;
}`)}
After:

${block(`export async function formAddress(response: Response): Promise<string | undefined> {
  if (response.status !== 201) return undefined;
  const { url } = (await response.json()) as { url: string };
  return url;
}`)}
The documentation shows no other answer of these calls than a refusal: not that of a V1 import that needs no form, and no
error code of V2. ${carried}`;
}

const STORE = `## What to store instead of \`paymentId\`

A V2 answer has no payment: its \`id\` is the UUID of the web form, text where the id of a payment is a number. Store it with
\`createdAt\` and \`expiresAt\`, and what you show of the payment (amount, number of orders, execution date) from your own
request: V2 answers repeat no field of it.

${block(`export interface StoredPayment {
  /** Of payments from before the move. */
  readonly paymentId?: number;
  /** The id of the web form, a UUID. */
  readonly webFormId?: string;
  /** yyyy-MM-dd'T'HH:mm:ss.SSSZ with a numeric offset, such as +0000. */
  readonly createdAt?: string;
  readonly expiresAt?: string;
}

export function stored({ id, createdAt, expiresAt }: { id: string; createdAt: string; expiresAt: string }): StoredPayment {
  return { webFormId: id, createdAt, expiresAt };
}`)}`;

const FINISHED = `## How to learn that a form was finished

The documentation does not show it. It shows no event of a web form or a payment, no callback and no redirect of Web Form
V2, no call that reads a web form again, and no \`status\` but \`NOT_YET_OPENED\`, which a new form has. It says that V2 has
improved callback handling and not what that is. So the answer to the request tells you that a form was created and until
when it is valid (\`expiresAt\`), and nothing after that; do not take an expired form for a finished or a failed one.
Of V1 it shows no more: \`status\` and \`statusV2\` of a payment are \`OPEN\` when it is created.
`;

function questions(result: Readiness, isImport: boolean, isPayment: boolean): string {
  const openPoint = ({ field, values, why }: OpenPoint) =>
    `\`${oneLine(field).replaceAll('`', "'")}\` (sent ${values}×): ${markdownWords(why)}. Where does it go?`;
  const asked = [
    'What is the address of Web Form V2, {webform_url}?',
    'How does our service learn that a user finished, cancelled or failed a form: callback, redirect, or a call to read it?',
    'Which values has `status` of a web form, and what leads from one to the next?',
    'Which request fields are required, and which limits do they have?',
    'What happens to a form after `expiresAt`, and does a repeated request open a second one?',
    ...(isImport ? ['Does an import always get a form in V2, also where V1 needed none?'] : []),
    ...(isPayment
      ? [
          'Which currencies may an amount have?',
          'Which interface does a payment use, now that no field names one?',
          'How is a payment that a form made found again, by us and by your support?',
        ]
      : []),
    'Which id do we name to your support, where V1 answers had `requestId`?',
    ...result.noPlace.map(openPoint),
  ];
  return `## What to ask the provider\n\nThe documentation leaves these open.\n\n${asked.map((each) => `- [ ] ${each}\n`).join('')}`;
}

/** Of the calls that were recorded, with those of the changed code. */
const proof = (currency = 'EUR') => `## The proof

Record the changed code on a sandbox, with the actions that \`before.ndjson\`, this recording, was made with. Set the two
addresses of your service to the ports that \`record\` prints: the access API first, {webform_url} second.

\`\`\`sh
npm run -s record -- --to https://api.example https://forms.example > after.ndjson
npm run -s check -- after.ndjson                    # does each call keep the contract, and is none refused?
npm run -s assess -- after.ndjson                   # is a V1 call left?
npm run -s compare -- --recorded before.ndjson after.ndjson --currency ${currency}   # does V2 carry all that V1 carried?
\`\`\`

Without a sandbox, \`compare\` takes two bodies, and \`migrate\` prints the V2 requests of a recording:

\`\`\`sh
npm run -s migrate -- before.ndjson --currency ${currency} > V2.ndjson
npm run -s compare -- V1.json V2.json --currency ${currency}
\`\`\`
`;

type Fields = Readiness['fields'];

function fieldTableOf(fields: Fields, ...requests: string[]): string {
  const own = fields.filter(({ request }) => requests.includes(request));
  const rows = own.map(({ from, to, loses, values }) => {
    return [`\`${from}\``, to === null ? 'no place' : `\`${to}\``, `${values}`, markdownWords(loses)];
  });
  return markdownTable(['V1 field', 'V2 field', 'values', 'loses'], rows);
}

/** The values that V2 writes in another way, of the fields that were sent. */
function codeTablesOf(fields: Fields, request: RequestKind): string {
  const coded = table[request].filter(
    ({ from }) => from !== null && fields.some((field) => field.request === request && field.from === from),
  );
  return coded
    .map(({ from, by }) => {
      const codes = table.codes[by ?? ''];
      if (!codes) return '';
      const rows = codes.map((pair) => pair.map((value) => `\`${value}\``));
      return `\nV2 writes the values of \`${from}\` in another way:\n\n${markdownTable(['V1 value', 'V2 value'], rows)}`;
    })
    .join('');
}

/** The example with the fields that were sent, and one item or two of each list. */
function exampleOf(example: object, fields: Fields, request: string): object {
  const used = fields.flatMap((field) => (field.request === request ? field.from : []));
  const picked = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) {
      const items = value.slice(0, isObject(value[0]) ? 1 : 2);
      return items.map((item) => picked(item, `${path}[]`));
    }
    if (!isObject(value)) return value;
    const names = Object.entries(value).map(
      ([name, inner]) => [path === '' ? name : `${path}.${name}`, name, inner] as const,
    );
    const isUsed = (at: string) =>
      used.some((from) => from === at || from.startsWith(`${at}.`) || from.startsWith(`${at}[]`));
    return Object.fromEntries(
      names.flatMap(([at, name, inner]) => (isUsed(at) ? [[name, picked(inner, at)]] : [])),
    );
  };
  return picked(example, '') as object;
}

/** A JSON value as TypeScript, from the second line on `indent` deep. */
function literal(value: unknown, indent: number): string {
  const json = JSON.stringify(value, null, 2).replace(/^( *)"(\w+)":/gm, '$1$2:');
  const quoted = json.replace(/"([^"\\']*)"/g, "'$1'");
  // A list of words fits on a line.
  const compact = quoted.replace(
    /\[\s*([^[\]{}]*?)\s*\]/g,
    (_, words: string) => `[${words.replace(/\s+/g, ' ')}]`,
  );
  return compact.replaceAll('\n', `\n${' '.repeat(indent)}`);
}

function block(code: string): string {
  return `\`\`\`ts\n${code}\n\`\`\`\n`;
}
