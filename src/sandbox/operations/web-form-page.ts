/** The page behind the address of a web form: shows a person what the form would ask for, and takes nothing. */

import { isLosslessNumber } from 'lossless-json';
import { readJson } from '../../../contracts/src/base/exact-json.ts';
import { type Html, html } from '../../../contracts/src/base/html.ts';
import type { WebForm } from '../state.ts';
import type { Response } from './request-and-answer.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // No script, no style, no picture, no frame, nowhere to send anything.
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** `form` is undefined for an id that no form has. `now` is epoch milliseconds. */
export function formPage(form: WebForm | undefined, now: number): Response {
  if (form === undefined)
    return page(404, 'No such web form', html`<p>There is no web form at this address.</p>`);
  const until = new Date(form.expiresAt).toISOString();
  if (now >= form.expiresAt) {
    return page(410, 'Web form expired', html`<p>This web form was valid until ${until}.</p>`);
  }
  const asked = askedFor(form);
  const note = html`<p>A web form of the sandbox: it shows what would be asked and takes no answer. Valid until ${until}.</p>`;
  return page(200, asked.title, html`${note}\n${asks(asked)}`);
}

function asks({ rows, orders, orderCount }: AskedFor): Html {
  if (orderCount === 0) return list(rows);
  const items = orders.map((order) => html`<li>${list(order)}</li>`);
  const first = orders.length < orderCount ? `, of which these are the first ${orders.length}` : '';
  return html`${list(rows)}\n<p>Orders: ${String(orderCount)}${first}</p>\n<ol>\n${items}\n</ol>`;
}

function list(rows: readonly (readonly [string, string])[]): Html {
  return html`<dl>\n${rows.map(([what, value]) => html`<dt>${what}</dt><dd>${value}</dd>`)}\n</dl>`;
}

function page(status: number, title: string, body: Html): Response {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`;
  return { status, headers: HEADERS, body: text };
}

/** What a web form asks its person for, in words: the same for V1 and V2, which only name the fields differently. */

export interface AskedFor {
  readonly title: string;
  /** What is asked, and the answer that the form already knows. */
  readonly rows: readonly Row[];
  /** Of a payment; a row each for what an order holds. No page shows more than the first thousand. */
  readonly orders: readonly (readonly Row[])[];
  readonly orderCount: number;
}

type Row = readonly [what: string, value: string];

/** A field of the stored content and its place in V1 and in V2; the same place where there is one. */
type Field = readonly [what: string, v1: string, v2?: string];

const IMPORT: readonly Field[] = [
  ['Bank', 'bankId', 'bank.id'],
  ['Name of the connection', 'name', 'bankConnectionName'],
  ['Access', 'interface', 'allowedInterfaces'],
  ['Accounts', 'accountTypes'],
  ['Days to download', 'maxDaysForDownload'],
  ['Leave out balances', 'skipBalancesDownload'],
  ['Leave out positions', 'skipPositionsDownload'],
  ['Load data of the owner', 'loadOwnerData'],
];
const PAYMENT: readonly Field[] = [
  ['Sender', 'iban', 'sender.iban'],
  ['Execution date', 'executionDate'],
  ['Instant payment', 'instantPayment'],
];
const ORDER: readonly Field[] = [
  ['Recipient', 'counterpartName', 'recipient.name'],
  ['IBAN', 'counterpartIban', 'recipient.iban'],
  ['BIC', 'counterpartBic', 'recipient.bic'],
  ['Street', 'counterpartAddress.street', 'recipient.address.street'],
  ['House number', 'counterpartAddress.houseNumber', 'recipient.address.houseNumber'],
  ['Post code', 'counterpartAddress.postCode', 'recipient.address.postCode'],
  ['City', 'counterpartAddress.city', 'recipient.address.city'],
  ['Country', 'counterpartAddress.country', 'recipient.address.country'],
  ['Amount', 'amount', 'amount.value'],
  ['Currency', '', 'amount.currency'],
  ['Purpose', 'purpose'],
  ['Purpose code', 'sepaPurposeCode'],
  ['End-to-end id', 'endToEndId'],
  ['Remittance information', 'structuredRemittanceInformation'],
];

const MOST_ORDERS = 1_000;

export function askedFor({ flow, content }: WebForm): AskedFor {
  const tree = readJson(content, { keepSource: true }).exact;
  const isV1 = flow.endsWith('V1');
  if (flow === 'importBankConnectionV1' || flow === 'createBankConnectionImport') {
    return { title: 'Connect a bank', rows: rowsOf(IMPORT, tree, isV1), orders: [], orderCount: 0 };
  }
  const list = at(tree, isV1 ? 'moneyTransfers' : 'orders');
  const orders = Array.isArray(list) ? list : [];
  return {
    title: 'Confirm a payment',
    rows: rowsOf(PAYMENT, tree, isV1),
    orders: orders.slice(0, MOST_ORDERS).map((order) => rowsOf(ORDER, order, isV1)),
    orderCount: orders.length,
  };
}

/** What is not there is not asked. */
function rowsOf(fields: readonly Field[], tree: unknown, isV1: boolean): Row[] {
  return fields
    .map(([what, v1, v2 = v1]) => [what, at(tree, isV1 ? v1 : v2)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([what, value]) => [what, shown(value)]);
}

function at(tree: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((node, name) => {
    const isThere = typeof node === 'object' && node !== null && Object.hasOwn(node, name);
    return isThere ? (node as Record<string, unknown>)[name] : undefined;
  }, tree);
}

/** Of fields that may have any type only the scalars are shown. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || isLosslessNumber(value) ? String(value) : '–';
}
