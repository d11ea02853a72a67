/** What a case reaches is read from its calls, what a scenario reaches from its rules. */
import { expect, test } from 'vitest';
import { broken, example } from './call.ts';
import type { Case } from './case.ts';
import { type Catalogue, plannedCases } from './planned-case.ts';
import { describeTarget } from './targets/open-target.ts';

const row = { clause: 'RULE-CREATE-CALL', says: 'is made up', given: 'a user' } as const;
const low = example('createNotificationRule', 'lowAccountBalanceMinimal');
const sandbox = await describeTarget('sandbox');

const rule: Case = { ...row, when: 'createNotificationRule', send: low, then: '2XX' };
const config: Case = {
  ...row,
  first: [rule, { secondsAfterExpiry: 1 }, { client: {} }],
  ...({ when: 'getClientConfiguration', then: '2XX' } as const),
};
const send = broken({ triggerEvent: 'CATEGORY_CASH_FLOW', params: {} }, { without: '/params' });
const refused: Case = { ...row, when: 'createNotificationRule', send, then: 'refused' };
const world = { client: {}, categories: [], users: [] };
const terms = { triggerEvent: 'NEW_TERMS_AND_CONDITIONS' } as const;

const flows = { ...row, flow: 'import', v1: {}, v2: {} };
const scenario = { ...row, rules: { terms }, world, steps: [] };
const RULE = 'createNotificationRule';
test.each<[string, keyof Catalogue, object, string[]]>([
  ['its call, and the event of what it sends', 'exchanges', rule, [RULE, 'LOW_ACCOUNT_BALANCE']],
  ['the calls before it', 'exchanges', config, [RULE, 'LOW_ACCOUNT_BALANCE', 'getClientConfiguration']],
  ['the event that a broken body names', 'exchanges', refused, [RULE, 'CATEGORY_CASH_FLOW']],
  ['both flows', 'migrations', flows, ['importBankConnectionV1', 'createBankConnectionImport']],
  ['the events of its rules', 'scenarios', scenario, [RULE, 'NEW_TERMS_AND_CONDITIONS']],
])('a case reaches %s', (_, kind, one, reached) => {
  const none = { exchanges: [], migrations: [], scenarios: [] };
  const [planned] = plannedCases(sandbox, { ...none, [kind]: [{ file: 'a.ts', cases: [one] }] });
  expect(planned?.reached).toEqual(new Set(reached));
});
