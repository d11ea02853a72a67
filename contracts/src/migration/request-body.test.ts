// What is no request body is refused by name, whichever function it is passed to.
import { expect, test } from 'vitest';
import { compareImport, comparePayment } from './compare.ts';
import { migrateImport, migratePayment, submitFields } from './migrate.ts';
import { importHomeToV1, paymentHomeToV1 } from './way-home.ts';

const calls: [says: string, version: string, call: (body: never) => unknown][] = [
  ['migrateImport', 'V1', (body) => migrateImport(body)],
  ['migratePayment', 'V1', (body) => migratePayment(body, {})],
  ['submitFields', 'V1', (body) => submitFields(body)],
  ['compareImport', 'V1', (body) => compareImport(body, {})],
  ['compareImport', 'V2', (body) => compareImport({}, body)],
  ['comparePayment', 'V1', (body) => comparePayment(body, body)],
  ['comparePayment', 'V2', (body) => comparePayment({}, body)],
  ['importHomeToV1', 'V2', (body) => importHomeToV1(body)],
  ['paymentHomeToV1', 'V2', (body) => paymentHomeToV1(body)],
];

test.each(calls)('%s refuses a %s request that is no object', (asker, version, call) => {
  const wanted = `${asker} takes the body of a ${version} request as an object, not `;
  for (const body of [undefined, null, [], 'DE89370400440532013000']) {
    expect(() => call(body as never)).toThrow(TypeError);
    expect(() => call(body as never)).toThrow(wanted);
    expect(() => call(body as never)).not.toThrow('DE89');
  }
});
