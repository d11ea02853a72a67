/** The page behind the address of a web form: it shows what the form would ask for, and takes no answer. */
import { isLosslessNumber } from 'lossless-json';
import { readJson } from '../../../contracts/src/base/exact-json.ts';
import { member } from '../../../contracts/src/base/json-value.ts';
import type { StoredForm } from '../state.ts';
import type { SandboxResponse } from './request-and-answer.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // No script, no style, no picture, no frame, nowhere to send anything.
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** A label, and where the stored content has its value in V1 and in V2; the same place where there is one. */
type Field = readonly [label: string, v1: string, v2?: string];

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

interface FlowPage {
  readonly title: string;
  readonly fields: (content: unknown, isV1: boolean) => string;
}

const importPage: FlowPage = {
  title: 'Connect a bank',
  fields: (content, isV1) => values(IMPORT, content, isV1),
};
const paymentPage: FlowPage = { title: 'Confirm a payment', fields: payment };

const PAGES: Readonly<Record<StoredForm['flow'], FlowPage>> = {
  importBankConnectionV1: importPage,
  submitPaymentV1: paymentPage,
  createBankConnectionImport: importPage,
  createStandalonePayment: paymentPage,
};

/** `form` is undefined for an id that no form has. `now` is epoch milliseconds. */
export function webFormPage(form: StoredForm | undefined, now: number): SandboxResponse {
  if (form === undefined) return page(404, 'No such web form', `<p>There is no web form at this URL.</p>`);
  const until = new Date(form.expiresAt).toISOString();
  if (now >= form.expiresAt)
    return page(410, 'Web form expired', `<p>This web form was valid until ${until}.</p>`);
  const note = `<p>A web form of the sandbox: it shows what would be asked and takes no input. Valid until ${until}.</p>`;
  const content = readJson(form.content, { keepSource: true }).exact;
  const isV1 = form.flow.endsWith('V1');
  const { title, fields } = PAGES[form.flow];
  return page(200, title, `${note}\n${fields(content, isV1)}`);
}

function payment(content: unknown, isV1: boolean): string {
  const fields = values(PAYMENT, content, isV1);
  const orders = member(content, isV1 ? 'moneyTransfers' : 'orders');
  if (!Array.isArray(orders) || orders.length === 0) return fields;
  const shown = orders.slice(0, MOST_ORDERS);
  const items = shown.map((order) => `<li>${values(ORDER, order, isV1)}</li>`);
  const first = shown.length < orders.length ? `, of which these are the first ${shown.length}` : '';
  return `${fields}\n<p>Orders: ${orders.length}${first}</p>\n<ol>\n${items.join('\n')}\n</ol>`;
}

/** The fields that the content has. */
function values(fields: readonly Field[], content: unknown, isV1: boolean): string {
  const rows = fields.flatMap(([label, v1, v2 = v1]) => {
    const value = (isV1 ? v1 : v2).split('.').reduce(member, content);
    return value === undefined ? [] : [`<dt>${label}</dt><dd>${escaped(valueText(value))}</dd>`];
  });
  return `<dl>\n${rows.join('\n')}\n</dl>`;
}

/** A field may have any type; only scalars are shown. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || isLosslessNumber(value) ? String(value) : '–';
}

/** The only text from outside, without what cannot be seen, which could change the order of the rest. */
function escaped(text: string): string {
  const seen = text.replace(/(?![\n\t])[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
  return seen.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function page(status: number, title: string, body: string): SandboxResponse {
  const text = `<!doctype html>
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
