// Every documented field of every answer: missing, null and of the wrong kind, each blamed on its own clause.
import { expect, test } from 'vitest';
import { sabotagedAnswers } from '../../../src/test-support/answer-sabotages.ts';
import { goodMessages, messageFields, ownCopies } from '../../../src/test-support/documented-events.ts';
import { answerFields, requestFields } from '../../../src/test-support/exchange-fields.ts';
import {
  type DocumentedField,
  edited,
  pointerOf,
  sabotagesOf,
} from '../../../src/test-support/field-sabotages.ts';
import { goodExchanges } from '../../../src/test-support/good-exchanges.ts';
import { sabotagedRequests } from '../../../src/test-support/request-sabotages.ts';
import { clausesOfExchanges } from '../../../src/test-support/stated-clauses.ts';
import type { ClauseId } from '../../generated/clause-id.ts';
import ledger from '../../generated/clauses.json' with { type: 'json' };
import open from '../../generated/validators/open.js';
import type { Exchange } from './exchange.ts';
import { judge } from './judge.ts';
import { clausesOfSchemas, type OperationId } from './operation.ts';
import { schemaFindings } from './schema-findings.ts';

for (const [name, fields] of Object.entries(answerFields)) {
  const operation = name.split('.')[0] as OperationId;
  const [good] = goodExchanges[operation];

  for (const field of fields) {
    const place = `/response/body/json${pointerOf(field.field)}`;
    const sabotages = sabotagesOf(field, '/response/body');

    test(`${operation} is blamed for every wrong ${field.field}`, () => {
      for (const sabotage of sabotages) {
        const exchange = 'to' in sabotage ? edited(good, place, sabotage.to) : edited(good, place);
        const findings = judge(operation, exchange);
        expect(findings, sabotage.finding.message).toContainEqual(sabotage.finding);
        // A type that is neither of the two is also not the one that was asked for; all else is one finding.
        const both = sabotage.finding.clause.endsWith('-TYPE') ? ['V2-FORM-TYPE'] : [];
        const clauses = findings.map(({ clause }) => clause);
        expect([sabotage.finding.clause, ...both], sabotage.finding.message).toEqual(
          expect.arrayContaining(clauses),
        );
        expect(new Set(findings.map(({ pointer }) => pointer))).toEqual(new Set([sabotage.finding.pointer]));
      }
    });
  }

  test(`${operation} answers with null only where the documentation has null`, () => {
    const nullable = fields.filter(
      (field) =>
        judge(operation, edited(good, `/response/body/json${pointerOf(field.field)}`, null)).length === 0,
    );
    const documented: Record<string, string[]> = {
      'createMoneyTransferV1.2XX': ['accountId'],
      'importBankConnectionV1.451': ['errors[1].multiStepAuthentication'],
      'submitPaymentV1.451': ['errors[1].multiStepAuthentication'],
    };
    expect(nullable.map(({ field }) => field)).toEqual(documented[name] ?? []);
  });
}

// Every documented field of every request: a wrong kind that is answered with success is blamed, a missing one is not.

const refusals = [400, 401, 403, 404, 409, 422, 500, 503];

for (const [name, fields] of Object.entries(requestFields)) {
  const operation = name as OperationId;
  const [good] = goodExchanges[operation];
  const { status } = good.response;

  for (const field of fields) {
    const place = `/request/body/json${pointerOf(field.field)}`;
    const suffix = `, and the call is answered with ${status}`;

    if (field.is === 'anything') {
      test(`${operation} is not blamed for any kind of ${field.field}, whose type is not shown`, () => {
        for (const value of [17, true, null, {}, ['text']]) {
          expect(judge(operation, edited(good, place, value))).toEqual([]);
        }
      });
    } else {
      const sabotages = sabotagesOf(field, '/request/body', suffix);

      test(`${operation} is blamed for taking any wrong ${field.field}`, () => {
        expect(sabotages.length).toBeGreaterThan(2);
        for (const { to, finding } of sabotages) {
          expect(judge(operation, edited(good, place, to))).toEqual([finding]);
        }
      });

      test(`${operation} is not blamed for refusing a wrong ${field.field}`, () => {
        for (const { to } of sabotages) {
          const taken = edited(good, place, to);
          for (const refusal of refusals) expect(judge(operation, refused(taken, refusal))).toEqual([]);
        }
      });
    }

    test(`${operation} is not blamed for taking a request without ${field.field}`, () => {
      // The answer to another request repeats other values.
      const findings = judge(operation, edited(good, place)).filter(({ pointer }) =>
        pointer.startsWith('/request'),
      );
      expect(findings).toEqual([]);
    });
  }
}

test('a grant that is not shown is no fault', () => {
  const [good] = goodExchanges.createToken;
  expect(judge('createToken', edited(good, '/request/body/json/grant_type', 'refresh_token'))).toEqual([]);
});

test('a request that is no object breaks the clause of its call', () => {
  const [good] = goodExchanges.createUser;
  const findings = judge('createUser', edited(good, '/request/body/json', ['anna']));
  expect(findings).toEqual([
    {
      clause: 'USER-CREATE-CALL',
      pointer: '/request/body',
      message: 'the request body is a list, not an object, and the call is answered with 201',
    },
  ]);
});

function refused(exchange: Exchange, status: number): Exchange {
  return { ...exchange, response: { status, headers: {} } };
}

// Every documented field of every notification message and of its decrypted details, sabotaged one at a time.

type Name = keyof typeof open;
const names = Object.keys(messageFields) as Name[];

function findingsOn(name: Name, value: unknown) {
  const clause: ClauseId = 'MESSAGE-EMITTED';
  return schemaFindings(open[name], value, { pointer: '', name: 'the message', clause });
}

test('messages and details of every trigger event are tabled, and NEW_TERMS_AND_CONDITIONS has no details', () => {
  const compiled = Object.keys(open).filter((name) => /\.(message|details)$/.test(name));
  expect(names.toSorted()).toEqual(compiled.toSorted());
  expect(names.length).toBeGreaterThanOrEqual(15);
  expect(names).not.toContain('NEW_TERMS_AND_CONDITIONS.details');
});

for (const name of names) {
  test(`${name} as documented gives no finding`, () => {
    expect(findingsOn(name, goodMessages[name])).toEqual([]);
  });

  for (const field of messageFields[name] ?? []) {
    const place = pointerOf(field.field);

    test(`${name} is blamed for every wrong ${field.field}`, () => {
      for (const sabotage of sabotagesOf(field, '')) {
        const value =
          'to' in sabotage
            ? edited(goodMessages[name], place, sabotage.to)
            : edited(goodMessages[name], place);
        expect(findingsOn(name, value)).toEqual([sabotage.finding]);
      }
    });

    if (field.mayBe) {
      test(`${name} may have ${field.field} ${field.mayBe}`, () => {
        if (field.mayBe !== 'null') expect(findingsOn(name, edited(goodMessages[name], place))).toEqual([]);
        if (field.mayBe !== 'absent')
          expect(findingsOn(name, edited(goodMessages[name], place, null))).toEqual([]);
      });
    }
  }
}

function goodTransaction(name: Name): unknown {
  return (goodMessages[name] as { transactionDetails: unknown[] }).transactionDetails[0];
}

test('a list in details holds 100 transactions at most, where maxTransactionsCount exists', () => {
  const list = (
    name: 'NEW_TRANSACTIONS.details' | 'HIGH_TRANSACTION_AMOUNT.details' | 'FOREIGN_MONEY_TRANSFER.details',
    length: number,
  ) => ({
    transactionDetails: Array.from({ length }, () => goodTransaction(name)),
  });
  for (const name of ['NEW_TRANSACTIONS.details', 'HIGH_TRANSACTION_AMOUNT.details'] as const) {
    expect(findingsOn(name, list(name, 0))).toEqual([]);
    expect(findingsOn(name, list(name, 100))).toEqual([]);
    expect(findingsOn(name, list(name, 101))).toEqual([
      {
        clause: 'MESSAGE-LIST-CAP',
        pointer: '/transactionDetails',
        message: 'transactionDetails is a list of 101, not at most 100',
      },
    ]);
  }
  const foreign = 'FOREIGN_MONEY_TRANSFER.details';
  expect(findingsOn(foreign, list(foreign, 101))).toEqual([]);
});

test('details that are no JSON object are no details', () => {
  for (const name of names.filter((each) => each.endsWith('.details'))) {
    for (const [value, found] of [
      ['text', 'text'],
      [[], 'a list'],
      [null, 'null'],
    ] as const) {
      expect(findingsOn(name, value)).toEqual([
        { clause: 'MESSAGE-DETAILS', pointer: '', message: `the message is ${found}, not an object` },
      ]);
    }
  }
});

test('an item that is no object breaks the clause of its list', () => {
  const message = edited(goodMessages['BANK_LOGIN_ERROR.message'], '/loginErrors/0', 'text');
  expect(findingsOn('BANK_LOGIN_ERROR.message', message)).toEqual([
    {
      clause: 'MESSAGE-LOGIN-ERRORS',
      pointer: '/loginErrors/0',
      message: 'loginErrors[0] is text, not an object',
    },
  ]);
});

test('an empty list of items is a list', () => {
  expect(
    findingsOn(
      'NEW_ACCOUNT_BALANCE.message',
      edited(goodMessages['NEW_ACCOUNT_BALANCE.message'], '/balanceChanges', []),
    ),
  ).toEqual([]);
});

// Every clause that an answer, a message, a details object or a rule on exchanges states was seen to be broken.

const namesOfCompleteness = Object.keys(open);
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
  const stated = clausesOfSchemas(namesOfCompleteness.filter((name) => !name.endsWith('.request')));
  expect(neverBroken(stated)).toEqual([]);
  const documented = [answerFields, messageFields].flatMap((table) => Object.values(table).flat());
  expect(documented.map(({ clause }) => clause).filter((clause) => !stated.includes(clause))).toEqual([]);
});

test('every clause of a rule on exchanges is broken by a sabotage', () => {
  expect(neverBroken(clausesOfExchanges)).toEqual([]);
  expect([...new Set(clausesOfExchanges)].toSorted()).toEqual([
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
  const stated = clausesOfSchemas(namesOfCompleteness.filter((name) => name.endsWith('.request')));
  expect(neverBroken(stated)).toEqual(choices.toSorted());
});
