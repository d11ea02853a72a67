// Fields of messages and details that are not documented are seen, each with its place, and nothing else is.
import { expect, test } from 'vitest';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { goodPlainMessages } from '../documented/good-plain-messages.ts';
import { edited } from '../documented/sabotages.ts';
import { undocumentedInMessage } from './undocumented-in-message.ts';

function seen(event: TriggerEvent, message: unknown): string[] {
  const pointers: string[] = [];
  undocumentedInMessage(event, message, (pointer) => pointers.push(pointer));
  return pointers;
}

for (const [event, message] of Object.entries(goodPlainMessages)) {
  test(`${event} as documented has no further field`, () => {
    expect(seen(event as TriggerEvent, message)).toEqual([]);
  });
}

test('further fields are seen at the top, in items, in details and in transactions', () => {
  const message = [
    '/more',
    '/newTransactions/1/a~b',
    '/newTransactions/0/details/x',
    '/newTransactions/0/details/transactionDetails/2/y',
  ].reduce<object>((value, place) => edited(value, place, { any: 1 }), goodPlainMessages.NEW_TRANSACTIONS);
  expect(seen('NEW_TRANSACTIONS', message).toSorted()).toEqual([
    '/more',
    '/newTransactions/*/a~0b',
    '/newTransactions/*/details/transactionDetails/*/y',
    '/newTransactions/*/details/x',
  ]);
});
