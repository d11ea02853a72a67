// Which clauses a message shows something of: those of its fields, of its decrypted details and of the checks that answer.
import { expect, test } from 'vitest';
import { categorized, noChildren } from '../../../src/test-support/event-reading.ts';
import { eventReadings } from '../../../src/test-support/event-readings.ts';
import { type Edits, fullMessages, GONE, messageJson, ruleWith } from '../../../src/test-support/fixtures.ts';
import { layoutOf } from '../base/event-layout.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import { eventChecks, judgeMessage, judgePlainMessage } from './judge-message.ts';
import { defaultSettings } from './settings.ts';

const versioned = { ...defaultSettings, serviceVersion: '1.30.0' };

function shown(event: TriggerEvent, edits: Edits = {}, of?: Partial<NotificationRule>, settings = versioned) {
  const rule = of && ruleWith(event, of);
  return judgePlainMessage(messageJson(event, edits), { settings, ...(rule && { rule }) }).shows;
}

function withoutDetails(event: TriggerEvent): Edits {
  const { list = '' } = layoutOf[event];
  const items = (fullMessages[event].decrypted as unknown as Record<string, object[]>)[list] ?? [];
  return Object.fromEntries(items.map((_, index) => [`/${list}/${index}/details`, GONE]));
}

test('a full message shows its checks, without details nothing of them, without items nothing of items', () => {
  for (const [event, { compared = {}, silent = [] }] of eventReadings) {
    const of = { params: compared };
    const found = shown(event, {}, of);
    const missing = eventChecks[event]
      .map(({ clause }) => clause)
      .filter((clause) => !found.includes(clause) && !/-(ENCRYPTION|DETAILS-ONLY-ASKED)$/.test(clause));
    expect([...new Set(missing)].toSorted(), event).toEqual(silent.toSorted());
    const { list } = layoutOf[event];
    if (list === undefined) continue;
    const ofDetails = /DETAILS-[^P]|ORDER|QUALIFYING|OUTGOING/;
    const bare = shown(event, withoutDetails(event), of).filter((clause) => ofDetails.test(clause));
    const empty = shown(event, { [`/${list}`]: [] }, of).filter((clause) => /ITEM|DETAILS|LIST/.test(clause));
    expect([...bare, ...empty], event).toEqual([]);
  }
});

test('a rule shows what its params are about', () => {
  const rows: [TriggerEvent, NotificationRule['params'], clause: string, Edits?][] = [
    ['NEW_ACCOUNT_BALANCE', { accountIds: '547699,547700' }, 'MESSAGE-LISTED-ONLY'],
    ['BANK_LOGIN_ERROR', { bankConnectionIds: '531552' }, 'MESSAGE-LISTED-ONLY'],
    ['NEW_TRANSACTIONS', {}, 'RULE-MAX-COUNT-DEFAULT'],
    [
      'NEW_TRANSACTIONS',
      { waitForCategorization: true },
      'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
      categorized,
    ],
    [
      'CATEGORY_CASH_FLOW',
      { categoryId: '380', includeChildCategories: false },
      'MESSAGE-CATEGORY-SUB-OFF',
      noChildren,
    ],
  ];
  for (const [event, params, clause, edits] of rows) {
    expect(shown(event, edits, { params: params ?? {} })).toContain(clause);
    expect(shown(event, edits), clause).not.toContain(clause);
  }
  const bare = { includeDetails: false, params: { categoryId: '380' } };
  const edits = { ...withoutDetails('CATEGORY_CASH_FLOW'), '/categoryName': GONE };
  const found = shown('CATEGORY_CASH_FLOW', edits, bare);
  expect(found).toContain('MESSAGE-DETAILS-ONLY-ASKED');
  expect(found).toContain('MESSAGE-CATEGORY-NAME-ONLY-DETAILS');
});

test('only a message that was decrypted shows encryption', async () => {
  const cipher = { encrypt: async (plain: string) => plain, decrypt: async (text: string) => text };
  const encrypted = (edits: Edits) => judgeMessage(messageJson('LOW_ACCOUNT_BALANCE', edits), { cipher });
  expect((await encrypted({ '/balanceChanges/0/details': '{}' })).shows).toContain('MESSAGE-ENCRYPTION');
  expect((await encrypted({ '/balanceChanges': [] })).shows).not.toContain('MESSAGE-ENCRYPTION');
  expect(shown('LOW_ACCOUNT_BALANCE')).not.toContain('MESSAGE-ENCRYPTION');
});

test('a field of a later version is not shown', () => {
  const adjusting = 'MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING';
  expect(shown('NEW_TRANSACTIONS')).toContain(adjusting);
  for (const serviceVersion of ['1.29.0', 'unknown'])
    expect(shown('NEW_TRANSACTIONS', {}, {}, { ...versioned, serviceVersion })).not.toContain(adjusting);
});
