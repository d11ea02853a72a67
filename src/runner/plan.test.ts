/** What a case reaches is read from its calls, what a scenario reaches from its rules. */
import { expect, test } from 'vitest';
import { broken, example } from './call.ts';
import type { Case } from './case.ts';
import { type Catalogue, plannedCases } from './planned-case.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { describeTarget } from './targets/open-target.ts';

const row = { clause: 'RULE-CREATE-CALL', says: 'is made up', given: 'a user' } as const;
const low = example('createNotificationRule', 'lowAccountBalanceMinimal');
const sandbox = await describeTarget('sandbox');

function reached(kind: keyof Catalogue, one: object): ReadonlySet<string> | undefined {
  const none = { exchanges: [], migrations: [], scenarios: [] };
  const catalogue = { ...none, [kind]: [{ file: 'a.ts', cases: [one] }] };
  return plannedCases(sandbox, catalogue)[0]?.reached;
}

test('a case reaches every operation that it calls, and the trigger events of what it sends', () => {
  const rule: Case = { ...row, when: 'createNotificationRule', send: low, then: '2XX' };
  expect(reached('exchanges', rule)).toEqual(new Set(['createNotificationRule', 'LOW_ACCOUNT_BALANCE']));
  const config: Case = {
    ...row,
    first: [rule, { secondsAfterExpiry: 1 }, { client: {} }],
    ...({ when: 'getClientConfiguration', then: '2XX' } as const),
  };
  expect(reached('exchanges', config)).toEqual(
    new Set(['createNotificationRule', 'LOW_ACCOUNT_BALANCE', 'getClientConfiguration']),
  );
});

test('a body that is broken on purpose reaches the trigger event that it still names', () => {
  const send = broken({ triggerEvent: 'CATEGORY_CASH_FLOW', params: {} }, { without: '/params' });
  const rule: Case = { ...row, when: 'createNotificationRule', send, then: 'refused' };
  expect(reached('exchanges', rule)).toContain('CATEGORY_CASH_FLOW');
});

test('a migration reaches the calls of its two flows', () => {
  const flow = { ...row, flow: 'import', v1: {}, v2: {} } as const;
  expect(reached('migrations', flow)).toEqual(
    new Set(['importBankConnectionV1', 'createBankConnectionImport']),
  );
});

test('a scenario reaches the trigger events of its rules', () => {
  const rules: Scenario['rules'] = { terms: { triggerEvent: 'NEW_TERMS_AND_CONDITIONS' } };
  const scenario = { ...row, rules, world: { client: {}, categories: [], users: [] }, steps: [] };
  expect(reached('scenarios', scenario)).toEqual(
    new Set(['createNotificationRule', 'NEW_TERMS_AND_CONDITIONS']),
  );
});
