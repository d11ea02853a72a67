// Good messages are upheld; each broken one breaks the clause of its sentence and no other.
import { expect, test } from 'vitest';
import { type BrokenRow, categorized, noChildren } from '../../../src/test-support/event-reading.ts';
import { eventReadings } from '../../../src/test-support/event-readings.ts';
import {
  type Edits,
  edited,
  fullMessages,
  GONE,
  messageJson,
  placesOf,
  ruleWith,
} from '../../../src/test-support/fixtures.ts';
import exampleMessages from '../../generated/example-messages.json' with { type: 'json' };
import { layoutOf } from '../base/event-layout.ts';
import { readJson, textOrValue } from '../base/exact-json.ts';
import { type Cipher, defaultCipher, TEST_KEY } from '../messages/cipher.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import { eventChecks, judgeMessage, judgePlainMessage } from './judge-message.ts';
import { defaultSettings } from './settings.ts';

const cipher = await defaultCipher(TEST_KEY);
/** Leaves texts as they are. */
const unencrypted = { encrypt: async (text: string) => text, decrypt: async (text: string) => text };

test('a message as documented is upheld among the rules of all events', () => {
  const rules = Object.values(fullMessages).map(({ rule }) => rule);
  for (const [triggerEvent, { rule }] of Object.entries(fullMessages)) {
    const due = { triggerEvent, callbackHandle: rule.callbackHandle, verdict: 'upheld', findings: [] };
    expect(judgePlainMessage(messageJson(triggerEvent as TriggerEvent), { rules })).toMatchObject(due);
  }
});

/** Every message repeats id and handle of its rule (Events 2). */
const ofIdentity: readonly BrokenRow[] = [
  ['MESSAGE-RULE-ID /notificationRuleId', { '/notificationRuleId': 8 }, {}],
  ['MESSAGE-CALLBACK-HANDLE /callbackHandle', { '/callbackHandle': 'My-rule' }, {}],
];

test('a message that breaks one sentence breaks its clause, alone or as a message of its rule', () => {
  const settings = {
    ...defaultSettings,
    serviceVersion: '1.30.0',
    transactionsCounted: 'qualifying',
  } as const;
  const rows = eventReadings.flatMap(([event, { broken }]) =>
    [...ofIdentity, ...broken].map(([due, edits, rule]) => {
      const options = { settings, ...(rule && { rule: ruleWith(event, rule) }) };
      const { findings } = judgePlainMessage(messageJson(event, edits), options);
      return { event, edits, due: [due].flat().toSorted(), found: placesOf(findings).toSorted() };
    }),
  );
  expect(rows.filter(({ due, found }) => found.join() !== due.join())).toEqual([]);
});

// A verdict is of what is handed in, anew each time, and repeats no personal data when it is printed or copied.

const low = messageJson('LOW_ACCOUNT_BALANCE');
const lowRule = ruleWith('LOW_ACCOUNT_BALANCE');

test('a verdict that is printed or copied holds nothing that was encrypted', async () => {
  for (const judged of [judgePlainMessage(low), await judgeMessage(low, { cipher: unencrypted })]) {
    expect(judged.decrypted).toBeDefined();
    for (const printed of [JSON.stringify(judged), JSON.stringify({ ...judged })])
      for (const personal of ['Urlaubskasse', 'DE26900500200564484661', '1.25', 'Meine Hausbank']) {
        expect(JSON.stringify(low)).toContain(personal);
        expect(printed).not.toContain(personal);
      }
  }
});

// Among several rules a message belongs to the one it names and keeps; of no rule, it breaks the clause of its handle.

const { notificationRuleId: _, ...unnumbered } = lowRule;
const ofThreshold = (balanceThreshold: unknown, more: Partial<NotificationRule> = {}) => ({
  ...unnumbered,
  params: { balanceThreshold },
  ...more,
});
const among = (rules: readonly NotificationRule[], json: unknown = low) =>
  placesOf(judgePlainMessage(json, { rules }).findings);

test('of rules with one handle a message is of the one that it keeps, and of the one with its id', () => {
  expect(among([ofThreshold(300), ofThreshold(0), ofThreshold('250.50')])).toEqual([]);
  expect(among([ofThreshold(300), ofThreshold(0)])).toEqual(['MESSAGE-LOW-THRESHOLD /balanceThreshold']);
  const numbered = [
    ofThreshold(250.5, { notificationRuleId: 8 }),
    ofThreshold(0, { notificationRuleId: 5124 }),
  ];
  expect(among(numbered)).toEqual(['MESSAGE-LOW-THRESHOLD /balanceThreshold']);
  expect(among([{ ...lowRule, notificationRuleId: 8 }])).toEqual(['MESSAGE-RULE-ID /notificationRuleId']);
});

test('a message with the id or the handle of a rule has the handle, the event and the id of that rule', () => {
  expect(among([{ ...lowRule, callbackHandle: 'another' }])).toEqual([
    'MESSAGE-CALLBACK-HANDLE /callbackHandle',
  ]);
  expect(among([{ ...lowRule, triggerEvent: 'NEW_ACCOUNT_BALANCE' }])).toEqual([
    'MESSAGE-TRIGGER-EVENT /triggerEvent',
  ]);
  expect(among([ofThreshold(1, { triggerEvent: 'HIGH_TRANSACTION_AMOUNT' })])).toEqual([
    'MESSAGE-TRIGGER-EVENT /triggerEvent',
  ]);
  // Ids beyond the floats are different ids.
  const text = JSON.stringify(low).replace(':5124,', ':9007199254740993,');
  const near = ofThreshold(250.5, { notificationRuleId: 9007199254740992 });
  expect(among([near], readJson(text))).toEqual(['MESSAGE-RULE-ID /notificationRuleId']);
});

test('a message of no rule breaks the clause of its handle, whatever else it breaks', () => {
  const due = ['MESSAGE-CALLBACK-HANDLE /callbackHandle'];
  expect(among([ofThreshold(1, { callbackHandle: 'another' })])).toEqual(due);
  for (const json of [low, messageJson('LOW_ACCOUNT_BALANCE', { '/callbackHandle': GONE })])
    expect(among([], json)).toEqual(due);
});

test('a callback of an unknown trigger event is not judged by a list of rules, but by the rule it is said to be of', () => {
  const json = readJson('{"triggerEvent":"PAYMENT_DONE\\u001b[31m","callbackHandle":"my-rule"}');
  const unknown = { triggerEvent: null, callbackHandle: 'my-rule' };
  const nothing = { ...unknown, verdict: 'not-judged', undocumented: [], findings: [], shows: [] };
  expect(judgePlainMessage(json, { rules: [lowRule] })).toEqual(nothing);
  const judged = judgePlainMessage(json, { rule: lowRule });
  expect(judged).toMatchObject({ ...unknown, verdict: 'violated', shows: ['MESSAGE-TRIGGER-EVENT'] });
  const found = 'text of 17 characters';
  expect(judged.findings).toMatchObject([{ clause: 'MESSAGE-TRIGGER-EVENT', found }]);
});

test('an id that is an object with a field toString is a wrong id and ends nothing', () => {
  const json = messageJson('NEW_ACCOUNT_BALANCE', {
    '/balanceChanges/0/accountId': { toString: 0, valueOf: 0 },
  });
  const { findings } = judgePlainMessage(json);
  expect(findings.map(({ pointer }) => pointer)).toContain('/balanceChanges/0/accountId');
});

const events = Object.keys(fullMessages) as TriggerEvent[];

test.each(['null', '7', '"text"', '[]', '{}', '[{"triggerEvent":"NEW_TRANSACTIONS"}]', '{"triggerEvent":7}'])(
  '%s is no message and not judged',
  async (text) => {
    const nothing = { findings: [], shows: [], undocumented: [] };
    const due = { triggerEvent: null, callbackHandle: null, verdict: 'not-judged', ...nothing };
    expect(await judgeMessage(readJson(text), { cipher })).toEqual(due);
    expect(judgePlainMessage(readJson(text))).toEqual(due);
  },
);

test('no finding repeats what was encrypted', () => {
  const isEncrypted = /\/details\/|\/account|connectionName/i;
  const isPublic = /\/(accountId|id|categoryId|categoryName|\w+BookingDate)$/;
  const repeated = events.flatMap((event) =>
    pointersOf(fullMessages[event].decrypted)
      .filter((pointer) => isEncrypted.test(pointer) && !isPublic.test(pointer))
      .flatMap((pointer) =>
        ['CANARY', 4711.0815, ['CANARY'], { CANARY: 'CANARY' }].flatMap((value) => {
          const json = messageJson(event, { [pointer]: value });
          const { findings } = judgePlainMessage(json, { rule: ruleWith(event) });
          return /CANARY|4711\.0/.test(JSON.stringify(findings)) ? [`${event} ${pointer}`] : [];
        }),
      ),
  );
  expect(repeated).toEqual([]);
});

test('a text that anybody may have chosen is not repeated', () => {
  const words = 'max@example.com';
  const places: [TriggerEvent, string][] = [
    ['BANK_LOGIN_ERROR', '/loginErrors/0/errorCode'],
    ['NEW_ACCOUNT_BALANCE', '/callbackHandle'],
    ['NEW_TRANSACTIONS', '/newTransactions/0/details/transactionDetails/0/bankBookingDate'],
    ['LOW_ACCOUNT_BALANCE', '/triggerEvent'],
    ['NEW_ACCOUNT_BALANCE', '/balanceChanges/0/accountId'],
    ['BANK_LOGIN_ERROR', '/loginErrors/0/bankConnectionId'],
  ];
  for (const [event, pointer] of places) {
    const rules = [ruleWith(event, { notificationRuleId: 9 })];
    const all = [{ rule: ruleWith(event) }, { rules }].flatMap(
      (options) => judgePlainMessage(messageJson(event, { [pointer]: words }), options).findings,
    );
    expect(all.map((finding) => finding.pointer)).toContain(pointer);
    expect(JSON.stringify(all)).not.toContain(words);
  }
});

test('further fields are seen at the top, in items, in details and in transactions, and no others', () => {
  const seen = (message: unknown) => judgePlainMessage(textOrValue(message)).undocumented.toSorted();
  for (const event of events) expect(seen(fullMessages[event].decrypted), event).toEqual([]);
  const list = '/newTransactions/0/details';
  const places = ['/more', '/newTransactions/1/a~b', `${list}/x`, `${list}/transactionDetails/1/y`];
  const more = Object.fromEntries(places.map((place) => [place, { any: 1 }]));
  expect(seen(edited(fullMessages.NEW_TRANSACTIONS.decrypted, more))).toEqual([
    '/more',
    '/newTransactions/*/a~0b',
    '/newTransactions/*/details/transactionDetails/*/y',
    '/newTransactions/*/details/x',
  ]);
});

function pointersOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return at === '' ? [] : [at];
  return [
    ...(at === '' ? [] : [at]),
    ...Object.entries(value).flatMap(([name, part]) => pointersOf(part, `${at}/${name}`)),
  ];
}

const balances = exampleMessages.messages.NEW_ACCOUNT_BALANCE.full;
const logins = exampleMessages.messages.BANK_LOGIN_ERROR.full;
const flows = exampleMessages.messages.CATEGORY_CASH_FLOW.full;

const judged = (message: unknown, given: Cipher = cipher) =>
  judgeMessage(readJson(JSON.stringify(message)), { cipher: given });

test('what does not decrypt breaks MESSAGE-ENCRYPTION at its place, is not repeated, and breaks nothing else', async () => {
  // Plain text, nothing, a truncated cipher text, half of one, and a block of another key.
  const damages = ['Girokonto', '', 'oXHn8LpZ17urNSrzr45Z', 'oXHn8LpZ17s=', 'AAAAAAAAAAAAAAAAAAAAAA=='];
  const places: [string, object][] = [
    ['/balanceChanges/0/accountName', balances],
    ['/balanceChanges/1/details', balances],
    ['/loginErrors/0/bankConnectionName', logins],
    ['/categoryName', flows],
  ];
  for (const [place, message] of places) {
    for (const text of damages) {
      const { findings, verdict } = await judged(edited(message, { [place]: text }));
      expect([verdict, ...placesOf(findings)]).toEqual(['violated', `MESSAGE-ENCRYPTION ${place}`]);
      if (text !== '') expect(JSON.stringify(findings)).not.toContain(text);
    }
  }
});

test('another key decrypts nothing, which is one finding', async () => {
  const other = await defaultCipher('ffeeddccbbaa99887766554433221100');
  const { findings, decrypted } = await judged(balances, other);
  const found = expect.stringContaining('none in any encrypted field: ');
  expect(findings).toMatchObject([{ clause: 'MESSAGE-ENCRYPTION', pointer: '', found }]);
  expect(decrypted).toMatchObject({ balanceChanges: [{ accountId: 101 }, { accountId: 102 }] });
});

test('details that hold no JSON object, or are sent as one, break MESSAGE-DETAILS and are not repeated', async () => {
  const contents = ['', 'PIN wrong', '"PIN wrong"', '[{}]', 'null', '7', '{"errorMessage":', '{"a":1,"a":2}'];
  const encrypted = await Promise.all(contents.map((content) => cipher.encrypt(content)));
  for (const details of [...encrypted, { errorMessage: 17 }]) {
    const { findings } = await judged(edited(logins, { '/loginErrors/0/details': details }));
    expect(placesOf(findings)).toEqual(['MESSAGE-DETAILS /loginErrors/0/details']);
    expect(JSON.stringify(findings)).not.toContain('PIN');
  }
});

test('a bank name is plain: an encrypted one breaks the clause of its event, one that only looks so is upheld', async () => {
  const name = await cipher.encrypt('Example Bank');
  const found = async (message: object, place: string, to: string) =>
    placesOf((await judged(edited(message, { [place]: to }))).findings);
  const [ofAccount, ofLogin] = ['/balanceChanges/1/bankName', '/loginErrors/0/bankName'];
  expect(await found(balances, ofAccount, name)).toEqual([`MESSAGE-ITEM-BANK-NAME ${ofAccount}`]);
  expect(await found(logins, ofLogin, name)).toEqual([`MESSAGE-LOGIN-BANK-NAME ${ofLogin}`]);
  for (const plain of ['Sparkasse', '', 'DeutscheBankPrivatGesch==', 'AAAAAAAAAAAAAAAAAAAAAA==', '工商银行'])
    expect(await found(balances, ofAccount, plain)).toEqual([]);
});

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
  const encrypted = (edits: Edits) =>
    judgeMessage(messageJson('LOW_ACCOUNT_BALANCE', edits), { cipher: unencrypted });
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
