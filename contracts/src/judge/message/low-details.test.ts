// Details of a low balance that are not those of a changed one break a sentence of their own, beside that of the field.
import { expect, test } from 'vitest';
import { readJson } from '../../contract/exact-json.ts';
import { goodPlainMessages } from '../documented/good-plain-messages.ts';
import { edited } from '../documented/sabotages.ts';
import { judgePlainMessage } from './judge-message.ts';

const details = '/balanceChanges/0/details';

function clausesOn(event: 'LOW_ACCOUNT_BALANCE' | 'NEW_ACCOUNT_BALANCE'): readonly string[] {
  const message = edited(goodPlainMessages[event], `${details}/iban`);
  return judgePlainMessage(readJson(JSON.stringify(message))).findings.map(
    ({ clause, pointer }) => `${clause} ${pointer}`,
  );
}

test('details without iban are others than those of NEW_ACCOUNT_BALANCE', () => {
  expect(clausesOn('LOW_ACCOUNT_BALANCE')).toEqual([
    `MESSAGE-BALANCE-DETAILS-IBAN ${details}/iban`,
    `MESSAGE-LOW-DETAILS ${details}`,
  ]);
});

test('of NEW_ACCOUNT_BALANCE itself they break the sentence of the field alone', () => {
  expect(clausesOn('NEW_ACCOUNT_BALANCE')).toEqual([`MESSAGE-BALANCE-DETAILS-IBAN ${details}/iban`]);
});
