// Parsers, judges, mapping and records on generated inputs: so many of each as GENERATED says, and by default a share.

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { documentedRecords } from '../../src/test-support/documented-records.ts';
import { goodExchanges, ruleWith } from '../../src/test-support/fixtures.ts';
import { exactAmount, importV1, paymentV1 } from '../../src/test-support/migration-arbitraries.ts';
import { triggerEvents } from '../generated/operations.ts';
import { JsonError, readJson, writeJson } from './base/exact-json.ts';
import { findingText } from './base/finding.ts';
import { isObject, withFloats } from './base/json-value.ts';
import { jsonOf } from './judge/exchange.ts';
import { judge } from './judge/judge.ts';
import { judgePlainMessage } from './judge/judge-message.ts';
import type { OperationId } from './judge/operation.ts';
import { buildMessage } from './messages/build-message.ts';
import { TEST_KEY } from './messages/cipher.ts';
import { compareImport, comparePayment } from './migration/compare-requests.ts';
import { migrateImport, migratePayment } from './migration/migrate-request.ts';
import { check } from './recordings/check.entry.ts';

const numRuns = Number(process.env['GENERATED'] ?? 3000);
vi.setConfig({ testTimeout: 1_800_000 });

/** A text with some of its characters replaced. */
function damaged(texts: readonly string[]): fc.Arbitrary<string> {
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(12), fc.oneof(fc.string(), fc.json())), { maxLength: 3 });
  return fc.tuple(fc.constantFrom(...texts), damage).map(([text, places]) =>
    places.reduce((left, [at, cut, by]) => {
      const start = at % (left.length + 1);
      return left.slice(0, start) + by + left.slice(start + cut);
    }, text),
  );
}

/** A value with one part of it replaced by any JSON value. */
function bent(values: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.tuple(fc.constantFrom(...values), fc.nat(), fc.jsonValue()).map(([value, at, by]) => {
    const parts: unknown[] = [];
    JSON.stringify(value, (_, part) => {
      parts.push(part);
      return part;
    });
    let index = 0;
    return JSON.parse(
      JSON.stringify(value, (_, part) => (index++ === at % parts.length ? by : part)) ?? 'null',
    );
  });
}

const exchanges = Object.entries(goodExchanges).map(([id, [exchange]]) => ({ id, exchange }));
const records = Object.values(documentedRecords()).map((record) => JSON.stringify(record));
const messages = triggerEvents.flatMap((event) =>
  [1, 2, 3].map((seed) => buildMessage(event, { seed, includeDetails: true })),
);

test('a text is read as JSON.parse reads it, or refused with its place', () => {
  const texts = fc.oneof(damaged(records), fc.json(), fc.string(), fc.json({ maxDepth: 9 }));
  fc.assert(
    fc.property(texts, (text) => {
      let plain: { value: unknown } | undefined;
      try {
        plain = { value: JSON.parse(text) };
      } catch {}
      try {
        const read = readJson(text);
        expect(plain).toEqual({ value: withFloats(read) });
        expect(JSON.parse(writeJson(read))).toEqual(plain?.value);
      } catch (error) {
        // A key twice is refused, too.
        if (!(error instanceof JsonError)) throw error;
        if (plain) expect(error.reason).toContain('key');
      }
    }),
    { numRuns },
  );
});

test('every answer is judged, and an undocumented field breaks nothing', () => {
  const bodies = exchanges.flatMap(({ exchange }) => jsonOf(exchange.response.body) ?? []);
  fc.assert(
    fc.property(
      fc.constantFrom(...exchanges),
      bent(bodies),
      fc.jsonValue(),
      ({ id, exchange }, json, undocumented) => {
        const operation = id as OperationId;
        const { request, response } = exchange;
        const answered = (json: unknown) =>
          judge(operation, { request, response: { ...response, body: { json } } }).findings;
        for (const { pointer } of answered(json)) expect(pointer).toMatch(/^\/re(quest|sponse)/);
        const own = jsonOf(response.body);
        if (isObject(own)) expect(answered({ ...own, undocumented })).toEqual([]);
      },
    ),
    { numRuns },
  );
});

test('every message is judged, in words that steer no terminal', () => {
  fc.assert(
    fc.property(bent(messages), fc.constantFrom(...triggerEvents), (message, event) => {
      const json = readJson(writeJson(message));
      for (const given of [{}, { rules: [ruleWith(event)] }])
        for (const finding of judgePlainMessage(json, given).findings)
          expect(findingText(finding)).not.toMatch(/\p{Cc}/u);
    }),
    { numRuns },
  );
});

test('a V1 request that is mapped carries all of it, and comes back unchanged', () => {
  const currency = 'EUR';
  fc.assert(
    fc.property(importV1, paymentV1(exactAmount), (importing, paying) => {
      const [imported = {}, paid = {}] = [
        migrateImport(importing).v2,
        migratePayment(paying, { currency }).v2,
      ];
      expect(compareImport(importing, imported).verdict).toBe('equivalent');
      expect(comparePayment(paying, paid, { currency }).verdict).toBe('equivalent');
    }),
    { numRuns },
  );
});

test('every record has a verdict, and one that is not damaged is upheld', async () => {
  await fc.assert(
    fc.asyncProperty(damaged(records), async (text) => {
      const { verdict, findings } = await check(text, { key: TEST_KEY });
      expect(['upheld', 'violated', 'refused', 'not-judged']).toContain(verdict);
      expect(verdict === 'violated').toBe(findings.some(({ about }) => about === 'provider'));
      if (records.includes(text)) expect(verdict).toBe('upheld');
    }),
    { numRuns },
  );
});
