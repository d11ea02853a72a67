// Every documented field of every notification message and of its decrypted details, sabotaged one at a time.
import { expect, test } from 'vitest';
import { goodMessages, messageFields } from '../../../suites/documented-events.ts';
import type { ClauseId } from '../../generated/clause-id.ts';
import open from '../../generated/validators/open.js';
import { pointerOf } from './documented/documented-field.ts';
import { edited, sabotagesOf } from './documented/sabotages.ts';
import { schemaFindings } from './schema-findings.ts';

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
