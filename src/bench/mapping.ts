/** Measures 10,000 mapping round trips against parsing and writing the same texts. */
import fc from 'fast-check';
import { migrateImport, migratePayment } from '../../contracts/src/migration/migrate.ts';
import { importHomeToV1, paymentHomeToV1 } from '../../contracts/src/migration/way-home.ts';
import { importV1, paymentV1 } from '../../suites/migration/arbitraries.ts';
import { type Figure, ratioOf } from './figure.ts';

export async function mappingFigure(): Promise<Figure> {
  const imports = fc.sample(importV1, { numRuns: 5_000, seed: 1 });
  const payments = fc.sample(paymentV1(), { numRuns: 5_000, seed: 1 });
  const texts = [...imports, ...payments].map((request) => JSON.stringify(request));
  const subject = () => {
    for (const request of imports) importHomeToV1(migrateImport(request).v2 ?? {});
    for (const request of payments) paymentHomeToV1(migratePayment(request, { currency: 'EUR' }).v2 ?? {});
  };
  const baseline = () => {
    for (const text of texts) JSON.stringify(JSON.parse(text));
  };
  return {
    name: '10,000 mapping round trips, by the time of parsing and writing the same texts',
    unit: 'ratio',
    found: await ratioOf(subject, baseline),
    limit: 3,
    kind: 'at most',
  };
}
