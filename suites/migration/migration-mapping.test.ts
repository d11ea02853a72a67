// The mapping as a whole: as it is written by hand, and back again unchanged; what it writes is valid in V2.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { type FlowKind, flowKinds } from '../../contracts/src/base/flows.ts';
import { judge, undocumentedPointers } from '../../contracts/src/judge/judge.ts';
import { compareFlow } from '../../contracts/src/migration/compare-requests.ts';
import { migrateFlow, migrateImport, migratePayment } from '../../contracts/src/migration/migrate-request.ts';
import { EXAMPLE_VALUES, fill } from '../../src/runner/call.ts';
import { goodExchanges } from '../../src/test-support/fixtures.ts';
import { importV1, paymentV1 } from '../../src/test-support/migration-arbitraries.ts';
import { flowMigrationCases } from './flow-migrations.ts';

const EUR = { currency: 'EUR' };
const NO_REFERENCE = { structuredRemittanceInformation: [] };

/** The requests of the cases, with the test data in them, and what no provider has to take. */
const pairs: readonly { flow: FlowKind; says: string; v1: object; v2: object }[] = [
  ...flowMigrationCases.cases.map(({ flow, says, v1, v2 }) => ({
    flow,
    says,
    v1: fill(v1, EXAMPLE_VALUES) as object,
    v2: fill(v2, EXAMPLE_VALUES) as object,
  })),
  { flow: 'import', says: 'takes an empty list', v1: { accountTypes: [] }, v2: { accountTypes: [] } },
  {
    flow: 'payment',
    says: 'takes an empty list and an empty address',
    v1: {
      moneyTransfers: [
        { amount: 3, ...NO_REFERENCE },
        { counterpartAddress: {}, purpose: 'Rent' },
      ],
    },
    v2: {
      orders: [
        { amount: { value: 3, ...EUR }, ...NO_REFERENCE },
        { recipient: { address: {} }, purpose: 'Rent' },
      ],
    },
  },
  { flow: 'payment', says: 'takes an empty order', v1: { moneyTransfers: [{}] }, v2: { orders: [{}] } },
  ...flowKinds.map((flow) => ({ flow, says: 'takes a request without any field', v1: {}, v2: {} })),
];

test.each(pairs)('$flow: $says', ({ flow, v1, v2 }) => {
  expect(migrateFlow(flow, EUR, v1).v2).toStrictEqual(v2);
  expect(compareFlow(flow, v1, v2, EUR).verdict).toBe('equivalent');
});

/** The body with a value of any type in one place. */
function bent(body: fc.Arbitrary<object>): fc.Arbitrary<object> {
  const words = fc.constantFrom('12.50', '1', 'true', 'Loan', 'XS2A', {}, null);
  const one = fc.oneof(fc.jsonValue({ maxDepth: 1 }), words);
  const value = fc.oneof(one, fc.array(one, { maxLength: 2 }));
  return fc.tuple(body, fc.nat(), value).map(([body, nth, value]) => {
    const copy = structuredClone(body) as Record<string, unknown>;
    const holders = [copy];
    for (const holder of holders)
      for (const part of Object.values(holder)) if (part instanceof Object) holders.push(part as typeof copy);
    const places = holders.flatMap((holder) => Object.keys(holder).map((name) => ({ holder, name })));
    const place = places[nth % places.length];
    if (place) place.holder[place.name] = value;
    return copy;
  });
}

test('whatever a V1 request holds, the validator of V2 requests finds nothing in what is written', () => {
  let written = 0;
  const holds = (operation: 'createBankConnectionImport' | 'createStandalonePayment', v2?: object) => {
    if (v2 === undefined) return;
    written++;
    const [{ request, response }] = goodExchanges[operation];
    const exchange = { request: { ...request, body: { json: JSON.parse(writeJson(v2)) } }, response };
    expect(judge(operation, exchange).findings).toEqual([]);
    expect(undocumentedPointers(operation, exchange)).toEqual([]);
  };
  fc.assert(
    fc.property(bent(importV1), bent(paymentV1()), (importing, paying) => {
      holds('createBankConnectionImport', migrateImport(importing).v2);
      holds('createStandalonePayment', migratePayment(paying, EUR).v2);
    }),
    { numRuns: 2000 },
  );
  expect(written).toBeGreaterThan(1000);
});
