/** The documented calls and messages with a canary in every place that is secret or personal, and what providers make of them. */
import { isUuid } from '../../../contracts/src/base/formats.ts';
import { documentedRecords } from '../documented-records.ts';
import { fullMessages } from '../fixtures.ts';
import { canaries as it, SPELLINGS } from './canaries.ts';

/** What a provider received, in one text. */
export const echo = `you sent ${[it.clientSecret, it.accessToken, it.password, it.userId, it.iban].join(' ')}`;

export const formUrl = `https://webform.example/forms/${it.formId}?ticket=${it.formTicket}#${it.formTicket}`;

/** By the name of the field. */
const OF_FIELD: Readonly<Record<string, unknown>> = {
  ...it,
  client_id: it.clientId,
  client_secret: it.clientSecret,
  access_token: it.accessToken,
  username: it.userId,
  counterpartName: it.name,
  bankConnectionName: it.name,
  counterpartBic: it.bic,
  accountIban: it.iban,
  counterpartIban: it.iban,
  structuredRemittanceInformation: it.reference,
  amount: Number(it.amount),
  value: Number(it.amount),
  newBalance: Number(it.amount),
  oldBalance: Number(it.balance),
  balanceChange: Number(it.balance),
  url: formUrl,
  location: formUrl,
};

function withCanaries<Value>(value: Value, name = ''): Value {
  if (Array.isArray(value)) return value.map((item) => withCanaries(item, name)) as Value;
  if (typeof value !== 'object' || value === null) {
    // Payments are numbers, users texts, and forms UUIDs.
    if (name === 'id' && typeof value === 'string') return (isUuid(value) ? it.formId : it.userId) as Value;
    return (value !== null && name in OF_FIELD ? OF_FIELD[name] : value) as Value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withCanaries(part, key)]),
  ) as Value;
}

const HEADERS = { authorization: `Bearer ${it.accessToken}`, cookie: `session=${it.formTicket}` };

/** Every call, answered as documented. */
export const records = documentedRecords();
for (const { request, response } of Object.values(records)) {
  request.url += `?user=${encodeURIComponent(it.email)}`;
  Object.assign(request.headers, HEADERS);
  request.body = withCanaries(request.body);
  response.body = withCanaries(response.body);
  response.headers = withCanaries(response.headers);
}
Object.assign(records.createToken.request.body as object, {
  grant_type: 'password',
  username: it.userId,
  password: it.password,
});
export const goodRecords = Object.values(records);

/** Messages before encryption. */
export const messages = (['NEW_ACCOUNT_BALANCE', 'BANK_LOGIN_ERROR', 'HIGH_TRANSACTION_AMOUNT'] as const).map(
  (event) => withCanaries(fullMessages[event].decrypted),
);

/** The same calls, every text of the answer replaced by what the provider received, in each spelling, in bodies and headers. */
export const echoingRecords = Object.values(SPELLINGS).flatMap((spell) =>
  goodRecords.map(({ request, response }) => {
    const heard = receivedIn(request.body).map(spell).join(' ');
    const headers = { 'content-type': 'application/json', location: heard, 'x-trace': heard };
    return { request, response: { status: response.status, headers, body: echoed(response.body, heard) } };
  }),
);

/** The same calls, answered with a list of one number, with text that is no JSON, and with an error that repeats the request. */
export const brokenRecords = goodRecords.flatMap(({ request }) =>
  [[Number(it.amount)], echo, envelope(receivedIn(request.body).join(' '))].map((body, at) => {
    return { request, response: { status: at < 2 ? 200 : 400, headers: {}, body } };
  }),
);

/** What the provider received with this call, its last value first: a finding cuts off what is long. */
function receivedIn(body: unknown): string[] {
  const received = Object.values(body ?? {}).filter((value) => typeof value === 'string');
  return [...received.reverse(), it.accessToken];
}

/** The error envelope of V1 with this text. */
export function envelope(message: string): object {
  const { body } = records.importBankConnectionV1.response;
  const error = { message, code: 'WEB_FORM_REQUIRED', type: 'BUSINESS', multiStepAuthentication: null };
  return { ...(body as object), errors: [error] };
}

/** The same value with `text` in the place of each text. */
export function echoed(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => echoed(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, echoed(part, text)]));
}
