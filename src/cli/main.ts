#!/usr/bin/env node
/** Starts the program bank-access-contracts, so that an error while it loads is one of ours, too. */
import './uncaught.ts';
import manifest from '../../contracts/package.json' with { type: 'json' };

// 1 would say that something is violated.
const oldest = manifest.engines.node.replace('>=', '');
if (oldest.localeCompare(process.versions.node, 'en', { numeric: true }) > 0) {
  process.stderr.write(`${manifest.name} needs Node ${oldest} or newer; this is ${process.versions.node}.\n`);
  process.exit(2);
}

// Node 20 has neither.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};
URL.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);

await import('./called-verb.ts');
