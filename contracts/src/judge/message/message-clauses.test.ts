// Every clause that a question states was seen to be broken, and every clause on messages is stated or needs more than one message.
import { expect, test } from 'vitest';
import { ownCopies } from '../../../../suites/documented-events.ts';
import access from '../../../generated/access.json' with { type: 'json' };
import ledger from '../../../generated/clauses.json' with { type: 'json' };
import { sabotagedByRule } from '../documented/sabotaged-by-rule.ts';
import { sabotagedMessages } from '../documented/sabotaged-messages.ts';
import { statedClauses } from '../stated-clauses.ts';
import { eventLayouts } from './event-layout.ts';
import { messageQuestions } from './questions.ts';

const later = ownCopies.map(([event]) => event);

test('every clause of a question is broken by a sabotage', () => {
  const broken = new Set<string>([
    ...[...sabotagedMessages, ...sabotagedByRule].map(({ due: [clause] }) => clause),
    // In the tests of encrypted messages.
    'MESSAGE-ENCRYPTION',
    'MESSAGE-DETAILS',
    'MESSAGE-ITEM-BANK-NAME',
    'MESSAGE-LOGIN-BANK-NAME',
    // In the tests of long lists.
    'RULE-MAX-COUNT-DEFAULT',
  ]);
  const asked = messageQuestions.map(({ clause }) => clause);
  // A later event is asked at these places as the others are.
  const common = later.flatMap((event) => Object.values(eventLayouts[event].clauses));
  expect(asked.filter((clause) => !broken.has(clause) && !common.includes(clause))).toEqual([]);
});

test('a clause on messages that nothing states is one that no single message shows', () => {
  const stated = statedClauses();
  const others = ledger.clauses.filter(
    ({ id, level }) => id.startsWith('MESSAGE-') && level !== 'excluded' && !stated.has(id as never),
  );
  const fires = later.flatMap((event) => [...(access.webhooks[event].post['x-clauses'] ?? [])]);
  expect(others.map(({ id }) => id)).toEqual([
    'MESSAGE-EMITTED',
    'MESSAGE-USERS-RULES',
    'MESSAGE-DESTINATION',
    'MESSAGE-ONE-PER-RULE',
    'MESSAGE-EACH-RULE',
    'MESSAGE-LISTED-ANY',
    'MESSAGE-UNLISTED-ALL',
    'MESSAGE-SEPARATE-RULES',
    'MESSAGE-OVERLAP-EXAMPLE',
    'MESSAGE-BALANCE-FIRES',
    'MESSAGE-TRANSACTIONS-FIRES',
    'MESSAGE-WAITS',
    'MESSAGE-CATEGORIES-NEED-SETTING',
    'MESSAGE-LOGIN-FIRES',
    'MESSAGE-LOGIN-WRONG-CREDENTIALS',
    'MESSAGE-LOGIN-UNKNOWN-REASON',
    'MESSAGE-FOREIGN-FIRES',
    'MESSAGE-LOW-FIRES',
    // The details of both events have one schema, whose places name the other clauses.
    'MESSAGE-LOW-DETAILS',
    'MESSAGE-HIGH-FIRES',
    'MESSAGE-CATEGORY-FIRES',
    'MESSAGE-CATEGORY-SUB',
    'MESSAGE-CATEGORY-SUB-INERT',
    'MESSAGE-TERMS-FIRES',
    ...fires,
  ]);
});
