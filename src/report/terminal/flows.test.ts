// Both flows are seen at once, and whether each call is answered as documented.
import { expect, test } from 'vitest';
import { flowHolds } from '../flow-holds.ts';
import { green, violated } from '../sample-runs.ts';
import { flowsText } from './flows.ts';
import { plain } from './look.ts';

test('V1 calls stand beside the V2 call that replaces them, in 80 columns', () => {
  expect(flowsText(green.flows, { ...plain, width: 80 })).toBe(`Flows

  import in V1: one call                import in V2: one call
  POST /api/v1/bankConnections/import   POST /api/webForms/bankConnectionImport
  ✓ 451 + location                      ✓ 201 + url

  payment in V1: two calls              payment in V2: one call
  POST /api/v1/payments/moneyTransfers  POST /api/webForms/standalonePayment
  ✓ 200                                 ✓ 201 + url
  POST /api/v1/payments/submit
  ✓ 451 + location

`);
});

test('an answer that is not the documented one says which one is', () => {
  const [flow] = violated.flows;
  if (!flow) throw new Error('the sample has a flow');
  const v2 = [{ operation: 'createBankConnectionImport' }] as const;
  const text = flowsText([{ ...flow, v2 }], plain);
  expect(text).toContain('✗ 500 + location, not 451 + location  ✗ no answer, not 201 + url');
  const bare = { ...flow, v1: [{ operation: 'importBankConnectionV1', status: 451 } as const] };
  expect(flowsText([bare], plain)).toContain('✗ 451 without location');
});

test('a flow holds when all its calls are made and answered as documented', () => {
  const [flow, payment] = green.flows;
  if (!flow || !payment) throw new Error('the sample has two flows');
  expect(green.flows.every(flowHolds)).toBe(true);
  expect(violated.flows.map(flowHolds)).toEqual([false, true]);
  expect(flowHolds({ ...flow, v2: [] })).toBe(false);
  expect(flowHolds({ ...payment, v1: payment.v1.slice(0, 1) })).toBe(false);
  const elsewhere = { operation: 'createBankConnectionImport', status: 201, address: 'location' } as const;
  expect(flowHolds({ ...flow, v2: [elsewhere] })).toBe(false);
});

test('a narrow screen shows one side below the other', () => {
  const lines = flowsText(green.flows, { ...plain, width: 60 }).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(lines.filter((line) => line.includes('POST'))).toHaveLength(5);
});

test('without flows there is no section', () => {
  expect(flowsText([], plain)).toBe('');
});
