// Both flows are seen at once, and whether each call is answered as documented.
import { expect, test } from 'vitest';
import { migrateImport, migratePayment } from '../../../contracts/src/migration/migrate-request.ts';
import type { FlowPair } from '../../runner/verdict.ts';
import { green, violated } from '../../test-support/sample-runs.ts';
import { flowHolds, flowsText, mappingText } from './flows-text.ts';
import { type Look, plain } from './screen.ts';

const [importFlow, paymentFlow] = green.flows as [FlowPair, FlowPair];

test('V1 calls are beside the V2 call that replaces them, in 80 columns', () => {
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
  const [flow] = violated.flows as [FlowPair];
  const v2 = [{ operation: 'createBankConnectionImport' }] as const;
  const text = flowsText([{ ...flow, v2 }], plain);
  expect(text).toContain('✗ 500 + location, not 451 + location  ✗ no answer, not 201 + url');
  const bare = { ...flow, v1: [{ operation: 'importBankConnectionV1', status: 451 } as const] };
  expect(flowsText([bare], plain)).toContain('✗ 451 without location');
});

test('a flow holds when all its calls are made and answered as documented', () => {
  expect(green.flows.every(flowHolds)).toBe(true);
  expect(violated.flows.map(flowHolds)).toEqual([false, true]);
  expect(flowHolds({ ...importFlow, v2: [] })).toBe(false);
  expect(flowHolds({ ...paymentFlow, v1: paymentFlow.v1.slice(0, 1) })).toBe(false);
  const elsewhere = { operation: 'createBankConnectionImport', status: 201, address: 'location' } as const;
  expect(flowHolds({ ...importFlow, v2: [elsewhere] })).toBe(false);
});

// Every field of the mapping fits the screen, whatever its width.

/** Shows what is painted how. */
const marked: Look = { ...plain, paint: (style, text) => `<${style} ${text}>` };

test('a wide screen has the whole table', () => {
  expect(mappingText([importFlow], plain)).toBe(`Mapping

  import: 3 fields, nothing lost
  V1 field         V1 value      verdict  V2 field              V2 value       loses
  /bankId          280001        moved    /bank/id              280001         nothing
  /interface       "XS2A"        wrapped  /allowedInterfaces/0  "XS2A"         nothing
  /accountTypes/0  "CreditCard"  recoded  /accountTypes/0       "CREDIT_CARD"  nothing

  By design V2 has no place for paymentId and interface of the V1 submit, nor for 20 fields of the V1 answers;
  reports/migration.md names them.

`);
});

test('a narrow screen has the fields without columns', () => {
  const { fields } = migrateImport({ bankId: 1, colour: 'red' });
  const text = mappingText([{ ...importFlow, fields }], { ...plain, width: 60 });
  expect(text).toContain(`import: 2 fields, 1 not carried whole
  moved         /bankId → /bank/id: 1
  undocumented  /colour → -: "red" → -; no documented field
                receives it
`);
});

test('no text is wider than its screen', () => {
  for (const width of [70, 80, 100, 120, 160]) {
    const lines =
      `${flowsText(green.flows, { ...plain, width })}\n${mappingText([paymentFlow], { ...plain, width })}`.split(
        '\n',
      );
    expect(Math.max(...lines.map((line) => line.length)), `${width} columns`).toBeLessThanOrEqual(width);
    expect(lines.filter((line) => line.includes('POST'))).toHaveLength(width < 80 ? 5 : 3);
  }
});

test('a field that does not come over whole is counted and painted, and a missing decision is one', () => {
  const { fields } = migrateImport({ bankId: 1, colour: 'red' });
  const text = mappingText([{ ...importFlow, fields }], marked);
  expect(text).toContain('import: 2 fields, 1 not carried whole');
  expect(text).toMatch(/<bad \/colour .*no documented field receives it>/);
  expect(text).toContain('\n  /bankId');
  const undecided = { ...paymentFlow, fields: migratePayment({ moneyTransfers: [{ amount: 1 }] }).fields };
  expect(mappingText([undecided], plain)).toContain('payment: 2 fields, 1 not carried whole');
});

test('without flows there is no section', () => {
  expect(flowsText([], plain) + mappingText([], plain)).toBe('');
});
