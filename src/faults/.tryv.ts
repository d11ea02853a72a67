import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { runVariant } from '/work/main/src/faults/run-variant.ts';
import { catalogue } from '/work/main/suites/catalogue.ts';

const rows = parse(readFileSync('/work/main/contracts/variants.yaml', 'utf8'));
const only = process.argv.slice(2);
const quiet = new Set();
let n = 0;
for (const row of rows) {
  if (only.length && !only.some((o) => row.id.startsWith(o))) continue;
  const t = performance.now();
  let r;
  try {
    r = await runVariant(row, catalogue);
  } catch (e) {
    console.log(row.id, 'THROWS', e.stack.slice(0, 400));
    continue;
  }
  n++;
  const ms = Math.round(performance.now() - t);
  console.log(row.id, r.verdict, r.alarms.length, ms + 'ms');
  for (const a of r.alarms.slice(0, 6)) console.log('    ', a.slice(0, 300));
}
