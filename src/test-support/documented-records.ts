/** One record of each documented call, from the generated fixtures: what the tests of recordings bend. */
import { readFileSync } from 'node:fs';
import { operations } from '../../contracts/generated/operations.ts';
import type { ExchangeFixture } from '../../contracts/src/base/ledgers.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';

interface Side {
  [field: string]: unknown;
  headers: Record<string, unknown>;
  body?: unknown;
}

export interface TestRecord {
  request: Side & { method: string; url: string };
  response: Side & { status: number };
}

/** The record with these fields in the bodies of its request and its response; one that is undefined is taken away. */
export function withFields(record: TestRecord, request: object, response: object = {}): TestRecord {
  const of = <One extends Side>(side: One, fields: object): One => {
    const body = { ...(side.body as object), ...fields };
    return { ...side, body: JSON.parse(JSON.stringify(body)) };
  };
  return { request: of(record.request, request), response: of(record.response, response) };
}

/** Other examples than `full`. */
const EXAMPLES: Partial<Record<OperationId, string>> = {
  createToken: 'minimal',
  createNotificationRule: 'lowAccountBalanceFull',
};

/** A fresh copy each time, so that a test may change it; without a token, which would say whose call it is. */
export function documentedRecords(): Record<OperationId, TestRecord> {
  const ids = Object.keys(operations) as OperationId[];
  const records = Object.fromEntries(ids.map((id) => [id, recordOf(id)])) as Record<OperationId, TestRecord>;
  // It is the payment that is submitted.
  Object.assign(records.createMoneyTransferV1.response.body as object, { id: 501 });
  return records;
}

function recordOf(id: OperationId): TestRecord {
  const file = `../../contracts/generated/fixtures/${id}/${EXAMPLES[id] ?? 'full'}.json`;
  const { request, response } = JSON.parse(
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  ) as ExchangeFixture;
  const { path, ...sent } = request;
  const { authorization: _, ...headers } = request.headers;
  const host = path.startsWith('/api/webForms/') ? 'webform.example' : 'api.example';
  return { request: { ...sent, headers, url: `https://${host}${path}` }, response: { ...response } };
}
