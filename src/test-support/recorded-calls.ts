/** Calls of both flows as a recording holds them, at a minute of one hour. */

export interface RecordedAt {
  readonly minute?: number;
  readonly status?: number;
  readonly host?: string;
}

function called(path: string, body: unknown, answer: unknown, status: number, { minute, host }: RecordedAt) {
  const time =
    minute === undefined ? {} : { time: `2026-11-22T10:${String(minute).padStart(2, '0')}:00.000Z` };
  const headers = { 'content-type': 'application/json' };
  const url = `https://${host ?? 'bank.example'}${path}`;
  return {
    ...time,
    request: { method: 'POST', url, headers, body },
    response: { status, headers, body: answer },
  };
}

export function importV1Call(body: object, at: RecordedAt = {}) {
  return called('/api/v1/bankConnections/import', body, {}, at.status ?? 451, at);
}

export function createV1Call(body: object, id: number, at: RecordedAt = {}) {
  return called('/api/v1/payments/moneyTransfers', body, { id }, at.status ?? 200, at);
}

export function submitV1Call(paymentId: number, at: RecordedAt = {}, more: object = {}) {
  const body = { paymentId, interface: 'XS2A', ...more };
  return called('/api/v1/payments/submit', body, {}, at.status ?? 451, at);
}

export function importV2Call(body: object, at: RecordedAt = {}) {
  return called('/api/webForms/bankConnectionImport', body, {}, at.status ?? 201, at);
}

export function paymentV2Call(body: object, at: RecordedAt = {}) {
  return called('/api/webForms/standalonePayment', body, {}, at.status ?? 201, at);
}

/** A target file that admits a violation of the clause until that day. */
export function deviationsOf(until: string, clause: string): string {
  return `deviations: [{ clause: ${clause}, reason: known, until: ${until} }]`;
}

export function ndjson(records: readonly unknown[]): string {
  return records
    .map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`)
    .join('');
}

export function jsonLines(ndjson: string) {
  return ndjson
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The totals of a `check --json` that found nothing. */
export const noTotals = {
  reasons: {},
  notes: {},
  nulls: {},
  errorResponses: {},
  undocumentedCalls: {},
  shown: {},
  findings: { provider: {}, client: {} },
  broken: 0,
  files: 0,
  providerOnly: false,
};

const { request } = importV1Call({ bankId: 280001 });

/** Recordings of one call each that did not succeed, or of none: `check`, `assess` and `migrate` say the same of them. */
export const notTaken: Readonly<Record<string, string>> = {
  'redirected.ndjson': ndjson([importV1Call({ bankId: 280001 }, { status: 302 })]),
  'refused.ndjson': ndjson([createV1Call({ moneyTransfers: [{ amount: 1 }], note: 1 }, 1, { status: 400 })]),
  'unanswered.ndjson': ndjson([{ request }]),
  'submission.ndjson': ndjson([submitV1Call(501)]),
  'refused-submission.ndjson': ndjson([submitV1Call(7, { status: 404 })]),
  'number.ndjson': '42',
  'text.ndjson': 'x',
};

/** The exit code of a verb that judges nothing in them. */
export const notTakenCodes = Object.fromEntries(Object.keys(notTaken).map((file) => [file, 2]));
