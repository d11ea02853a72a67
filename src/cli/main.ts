#!/usr/bin/env node
/** Starts the program bank-access-contracts, so that an error while it loads is one of ours, too. */
import './uncaught.ts';

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
