/** What the cases send is described: each valid body meets the closed validator. */
import { expect, test } from 'vitest';
import closed from '../contracts/generated/validators/closed.js';
import type { Validate } from '../contracts/src/contract/compiled.ts';
import { readJson, writeJson } from '../contracts/src/contract/exact-json.ts';
import { type Call, sentBody } from '../src/drive/calls/call.ts';
import { fill } from '../src/drive/calls/fill.ts';
import { catalogue } from './catalogue.ts';

const VALUES = { clientId: 'c', clientSecret: 's', userName: 'u', userPassword: 'p', fresh: 'f' };
const validators: Record<string, Validate> = closed;
const PAYMENT = {
  request: { method: 'POST', url: '/', headers: {} },
  response: { status: 200, headers: {}, body: { json: { id: 501 } } },
};

const calls = catalogue.exchanges.flatMap(({ file, cases }) =>
  cases.flatMap((row) =>
    [...(row.first ?? []), row].flatMap((step) => ('when' in step ? [{ file, call: step as Call }] : [])),
  ),
);

test('every valid body of a case is described, field by field', () => {
  const wrong = calls.filter(({ call }) => !isBroken(call) && !isDescribed(call));
  expect(wrong.map(({ file, call }) => `${file} ${call.when} ${JSON.stringify(call.send)}`)).toEqual([]);
  expect(calls.length).toBeGreaterThan(150);
});

test('every request of a migration case is described on both sides', () => {
  const wrong = catalogue.migrations.flatMap(({ file, cases }) =>
    cases
      .filter(({ flow, v1, v2 }) => {
        const [from, to] =
          flow === 'import'
            ? ['importBankConnectionV1', 'createBankConnectionImport']
            : ['createMoneyTransferV1', 'createStandalonePayment'];
        return !validators[`${from}.request`]?.(plain(v1)) || !validators[`${to}.request`]?.(plain(v2));
      })
      .map(({ says }) => `${file} ${says}`),
  );
  expect(wrong).toEqual([]);
});

function isBroken({ send }: Call): boolean {
  return typeof send === 'object' && 'broken' in send;
}

function isDescribed({ when, send }: Call): boolean {
  if (send === undefined) return true;
  return validators[`${when}.request`]?.(plain(fill(sentBody(send), VALUES, [PAYMENT]))) === true;
}

/** The plain view of a body whose numbers may keep their digits. */
function plain(body: unknown): unknown {
  return readJson(writeJson(body)).value;
}
