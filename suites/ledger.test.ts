// Every clause of the ledger has its proof: a schema states it, a rule judges it, a case cites it, or it is excluded.
import { expect, test } from 'vitest';
import { unprovenClauses } from '../contracts/src/judge/unproven-clauses.ts';
import { catalogue } from './catalogue.ts';

const cited = [...catalogue.exchanges, ...catalogue.migrations].flatMap(({ cases }) =>
  cases.map(({ clause }) => clause),
);

/** What only batch updates show; whoever writes the cases takes the rows away. */
const WAITING: string[] = [
  // Batch updates and the messages that follow them.
  'CONFIG-BATCH-UPDATES',
  'USER-AUTO-UPDATE-ON',
  'USER-AUTO-UPDATE-OFF',
  'RULE-MAX-COUNT-DEFAULT',
  'RULE-MAX-COUNT-INERT',
  'RULE-WAIT-DEFAULT',
  'RULE-CATEGORY-CHILDREN-DEFAULT',
  'RULE-NO-PRIORITY',
  'MESSAGE-EMITTED',
  'MESSAGE-USERS-RULES',
  'MESSAGE-DESTINATION',
  'MESSAGE-ONE-PER-RULE',
  'MESSAGE-EACH-RULE',
  'MESSAGE-ENCRYPTION',
  'MESSAGE-DETAILS-ONLY-ASKED',
  'MESSAGE-DETAILS-PRESENT',
  'MESSAGE-LIST-ORDER',
  'MESSAGE-LISTED-ONLY',
  'MESSAGE-LISTED-ANY',
  'MESSAGE-UNLISTED-ALL',
  'MESSAGE-OVERLAP-EXAMPLE',
  'MESSAGE-BALANCE-FIRES',
  'MESSAGE-TRANSACTIONS-FIRES',
  'MESSAGE-WAITS',
  'MESSAGE-CATEGORIES-NEED-SETTING',
  'MESSAGE-LOGIN-FIRES',
  'MESSAGE-LOGIN-NO-ACCOUNT',
  'MESSAGE-LOGIN-WRONG-CREDENTIALS',
  'MESSAGE-LOGIN-UNKNOWN-REASON',
  'MESSAGE-FOREIGN-FIRES',
  'MESSAGE-FOREIGN-OUTGOING',
  'MESSAGE-FOREIGN-COUNTRY',
  'MESSAGE-LOW-FIRES',
  'MESSAGE-LOW-DETAILS',
  'MESSAGE-HIGH-FIRES',
  'MESSAGE-HIGH-QUALIFYING',
  'MESSAGE-CATEGORY-FIRES',
  'MESSAGE-CATEGORY-SUB',
  'MESSAGE-CATEGORY-SUB-OFF',
  'MESSAGE-CATEGORY-SUB-INERT',
  'MESSAGE-CATEGORY-NAME-ONLY-DETAILS',
  'MESSAGE-TERMS-FIRES',
  'MESSAGE-TERMS-BASE-ONLY',
];

test('every clause is stated by a schema, judged by a rule, cited by a case, excluded, or waits for its service', () => {
  expect(unprovenClauses(cited).toSorted()).toEqual(WAITING.toSorted());
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
});
