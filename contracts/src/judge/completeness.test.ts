// Every clause that an answer, a message, a details object or a rule on exchanges states was seen to be broken.
import { expect, test } from 'vitest';
import { messageFields, ownCopies } from '../../../suites/documented-events.ts';
import type { ClauseId } from '../../generated/clause-id.ts';
import ledger from '../../generated/clauses.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import { answerFields } from './documented/answer-fields.ts';
import type { DocumentedField } from './documented/documented-field.ts';
import { requestFields } from './documented/request-fields.ts';
import { sabotagedAnswers } from './documented/sabotaged-answers.ts';
import { sabotagedRequests } from './documented/sabotaged-requests.ts';
import { sabotagesOf } from './documented/sabotages.ts';
import type { OperationId } from './operation.ts';
import { clausesOfRules, clausesOfSchemas } from './stated-clauses.ts';

const names = Object.keys(open);
const fields: readonly DocumentedField[] = [answerFields, messageFields, requestFields].flatMap((table) =>
  Object.values(table).flat(),
);

/** What the other tests of this folder break, and see named. */
const broken = new Set<ClauseId>([
  ...fields.flatMap((field) => sabotagesOf(field, '').map(({ finding }) => finding.clause)),
  ...[...sabotagedAnswers, ...sabotagedRequests].map(({ finding }) => finding.clause),
  // A list of 101 transactions, in the tests of messages.
  'MESSAGE-LIST-CAP',
]);

/** Of an event that is not in the tables: a client may create its rule so. */
function isChoiceOfLaterEvent({
  area,
  event,
  level,
}: {
  area: string;
  event?: string;
  level: string;
}): boolean {
  const later = ownCopies.map(([name]) => name.toLowerCase().replaceAll('_', '-'));
  return area === 'rules' && level === 'may' && event !== undefined && later.includes(event);
}

function neverBroken(clauses: readonly ClauseId[]): ClauseId[] {
  return [...new Set(clauses)].filter((clause) => !broken.has(clause)).toSorted();
}

test('every clause of an answer, message or details object is broken by a sabotage', () => {
  const stated = clausesOfSchemas(names.filter((name) => !name.endsWith('.request')));
  expect(neverBroken(stated)).toEqual([]);
  const documented = [answerFields, messageFields].flatMap((table) => Object.values(table).flat());
  expect(documented.map(({ clause }) => clause).filter((clause) => !stated.includes(clause))).toEqual([]);
});

test('every clause of a rule on exchanges is broken by a sabotage', () => {
  const ruled = (Object.keys(operations) as OperationId[]).flatMap(clausesOfRules);
  expect(neverBroken(ruled)).toEqual([]);
  expect([...new Set(ruled)].toSorted()).toEqual([
    'RULE-WAIT-V1-REFUSED',
    'USER-RESPONSE-AUTO-UPDATE',
    'USER-RESPONSE-EMAIL',
    'USER-RESPONSE-ID',
    'USER-RESPONSE-PASSWORD',
    'USER-RESPONSE-PHONE',
    'V1-451-LOCATION',
    'V1-ENVELOPE-ENDPOINT',
    'V1-IMPORT-451',
    'V1-PAYMENT-IBAN',
    'V1-PAYMENT-ORDER-COUNT',
    'V1-SUBMIT-451',
    'V2-FORM-URL-HOST',
    'V2-FORM-VALIDITY',
    'V2-IMPORT-201',
    'V2-NO-LOCATION',
    'V2-NO-WEB-FORM-REQUIRED',
    'V2-PAYMENT-201',
  ]);
});

test('a clause of a request that no sabotage breaks lets the client choose, so that only a refusal breaks it', () => {
  const choices = [
    'RULE-BALANCE-ACCOUNT-IDS',
    'RULE-BALANCE-PARAMS-OPTIONAL',
    'RULE-CATEGORY-ACCOUNT-IDS',
    'RULE-FOREIGN-ACCOUNT-IDS',
    'RULE-FOREIGN-PARAMS-OPTIONAL',
    'RULE-HIGH-ACCOUNT-IDS',
    'RULE-HIGH-MAX-COUNT',
    'RULE-LOGIN-PARAMS-OPTIONAL',
    'RULE-LOW-ACCOUNT-IDS',
    'RULE-TERMS-NO-PARAMS',
    'RULE-TRANSACTIONS-ACCOUNT-IDS',
    'RULE-TRANSACTIONS-MAX-COUNT',
    'RULE-TRANSACTIONS-PARAMS-OPTIONAL',
    // The documentation gives these texts no type, so no value of theirs is wrong.
    ...['STREET', 'HOUSE-NUMBER', 'CITY', 'POST-CODE', 'COUNTRY'].flatMap((part) => [
      `V1-ADDRESS-${part}`,
      `V2-ADDRESS-${part}`,
    ]),
    ...['NAME', 'IBAN', 'BIC', 'PURPOSE', 'PURPOSE-CODE', 'END-TO-END-ID'].flatMap((part) => [
      `V1-ORDER-${part}`,
      `V2-ORDER-${part}`,
    ]),
    'V2-PAYMENT-SENDER-IBAN',
    ...ledger.clauses.filter(isChoiceOfLaterEvent).map(({ id }) => id),
  ];
  const stated = clausesOfSchemas(names.filter((name) => name.endsWith('.request')));
  expect(neverBroken(stated)).toEqual(choices.toSorted());
});
