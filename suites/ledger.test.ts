// Every clause of the ledger has its proof: a schema states it, a rule judges it, a case or scenario cites it, or it is excluded.
import { expect, test } from 'vitest';
import ledger from '../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../contracts/generated/not-shown.json' with { type: 'json' };
import type { OpenFact } from '../contracts/src/contract/ledger.ts';
import { unprovenClauses } from '../contracts/src/judge/unproven-clauses.ts';
import { catalogue } from './catalogue.ts';

const cited = [
  ...[...catalogue.exchanges, ...catalogue.migrations].flatMap(({ cases }) =>
    cases.map(({ clause }) => clause),
  ),
  ...catalogue.scenarios.flatMap(({ scenarios }) => scenarios.map(({ clause }) => clause)),
];

test('every clause is stated by a schema, judged by a rule, cited by a case or scenario, or excluded', () => {
  expect(unprovenClauses(cited)).toEqual([]);
});

test('every clause of notifications that is not excluded has a scenario or case of its own', () => {
  const own = new Set<string>(cited);
  const due = ledger.clauses.filter(({ area, level }) => area === 'notifications' && level !== 'excluded');
  expect(due.length).toBeGreaterThan(100);
  expect(due.filter(({ id }) => !own.has(id)).map(({ id }) => id)).toEqual([]);
});

test('a clause whose case or scenario assumes a choice leans on its setting', () => {
  const all = [
    ...catalogue.exchanges.flatMap(({ cases }) => cases),
    ...catalogue.scenarios.flatMap(({ scenarios }) => scenarios),
  ];
  const leans = new Map((openFacts.facts as OpenFact[]).map(({ setting, leans = [] }) => [setting, leans]));
  const assumed = all.flatMap(({ clause, assuming = {} }) =>
    Object.keys(assuming).map((setting) => ({ setting, clause })),
  );
  expect(assumed.length).toBeGreaterThan(40);
  expect(assumed.filter(({ setting, clause }) => !leans.get(setting)?.includes(clause))).toEqual([]);
});

test('without cases, the clauses that a schema or a single exchange shows need none', () => {
  const bare = unprovenClauses([]);
  expect(bare).not.toContain('V1-451-LOCATION');
  expect(bare).not.toContain('MESSAGE-ITEM-ACCOUNT-ID');
  expect(bare).not.toContain('V2-IMPORT-201');
  expect(bare).not.toContain('RULE-WAIT-V1-REFUSED');
  // Excluded clauses need no proof at all.
  expect(bare).not.toContain('V2-FEATURES');
  expect(bare).toContain('AUTH-TOKEN-NEEDED');
  expect(bare).toContain('MESSAGE-EMITTED');
});
