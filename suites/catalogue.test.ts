// What cases and scenarios show: every clause, the settings that they assume, requests that are described.
import { isLosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import ledger from '../contracts/generated/clauses.json' with { type: 'json' };
import { operations } from '../contracts/generated/operations.ts';
import { defaultTestData, type TestData } from '../contracts/generated/test-data.ts';
import { layoutOf } from '../contracts/src/base/event-layout.ts';
import { writeJson } from '../contracts/src/base/exact-json.ts';
import { flows } from '../contracts/src/base/flows.ts';
import { isObject, member } from '../contracts/src/base/json-value.ts';
import type { Validate } from '../contracts/src/base/schema.ts';
import { faultRows, mappingFaults } from '../src/faults/generated/fault-rows.ts';
import { type CaseCall, EXAMPLE_VALUES, fill, sentBody } from '../src/runner/call.ts';
import { plannedCases } from '../src/runner/planned-case.ts';
import { describeTarget } from '../src/runner/targets/describe-target.ts';
import { closed } from '../src/test-support/compiled-schemas.ts';
import { catalogue } from './catalogue.ts';

const planned = plannedCases(await describeTarget('sandbox'), catalogue);

test('every clause that is not excluded is shown by a case or scenario, and broken by a fault', () => {
  const due = ledger.clauses.filter(({ excluded }) => !excluded).map(({ id }) => id);
  const shown = new Set<string>(planned.flatMap(({ clause, covers }) => [clause, ...covers]));
  expect(due.length).toBeGreaterThan(300);
  expect(due.filter((id) => !shown.has(id))).toEqual([]);
  const broken = new Set<string>([...faultRows, ...mappingFaults].map(({ clause }) => clause));
  expect(due.filter((id) => !broken.has(id))).toEqual([]);
});

test('no two cases make the same calls', () => {
  const values = { ...EXAMPLE_VALUES, clientId: 'client', clientSecret: 'secret', userPassword: 'password' };
  const made = catalogue.exchanges.flatMap(({ file, cases }) =>
    cases.map(({ clause, given, first = [], when, api, as = operations[when].token, send, also }) => {
      const steps = [...first, { when, api, as, send }];
      const calls = steps.map((step) => ('send' in step ? { ...step, send: sentBody(step.send) } : step));
      return { title: `${file} ${clause} ${given}`, calls: written(fill(calls, values, [PAYMENT])), also };
    }),
  );
  const alike = [...Map.groupBy(made, ({ calls }) => calls).values()].filter((of) => of.length > 1);
  expect(alike.map((of) => of.map(({ title }) => title))).toEqual([]);
});

/** The text of a value, with functions by what they are. */
function written(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'function' ? String(part) : part));
}

test('every call but that for a token has a case that makes it without one', () => {
  const rows = catalogue.exchanges.flatMap(({ cases }) => cases);
  const called = rows.filter(({ as, then }) => as === 'no one' && then === 'refused').map(({ when }) => when);
  const due = Object.keys(operations).filter((id) => id !== 'createToken');
  expect([...new Set(called)].toSorted()).toEqual(due.toSorted());
});

const uniqueClauses = Object.values(layoutOf).flatMap(({ unique }) => unique?.clause ?? []);

/** By hand from the documentation: what it demands to fail. A provider may accept whatever else it is sent. */
const DEMANDED_ERRORS: Readonly<Record<string, string>> = {
  'no, an unknown or an expired token (Authentication 1)': 'AUTH-TOKEN-NEEDED AUTH-TOKEN-EXPIRED',
  'wrong credentials of the client (Authentication 2)': 'AUTH-CLIENT-ID AUTH-CLIENT-SECRET AUTH-CLIENT-VALID',
  'wrong credentials of a user (Authentication 4)':
    'AUTH-USERNAME AUTH-USERNAME-IS-ID AUTH-PASSWORD AUTH-USER-VALID',
  'POST /users without a client token (Endpoints)': 'USER-CREATE-CLIENT-TOKEN',
  'the payment or rule of another user (Authentication 4)': 'AUTH-USER-TOKEN-CONTEXT',
  'a rule without its required params (params per triggerEvent)':
    'RULE-LOW-PARAMS-REQUIRED RULE-HIGH-PARAMS-REQUIRED RULE-CATEGORY-PARAMS-REQUIRED RULE-LOW-THRESHOLD RULE-HIGH-THRESHOLD RULE-CATEGORY-ID',
  'a duplicate rule of a user (Uniqueness 1 to 4, Errors 4)': `RULE-DUPLICATE-REFUSED RULE-OWNED-BY-USER ${uniqueClauses.join(' ')}`,
  'waitForCategorization on API v1 (Errors 5)': 'RULE-WAIT-V1-REFUSED',
  'what the response to such a call says (Errors 4)': 'RULE-DUPLICATE-SAYS',
};

test('cases demand an error response where the documentation does, and nowhere else', () => {
  const refused = [
    ...catalogue.exchanges.flatMap(({ cases }) =>
      cases.filter(({ first = [], ...row }) =>
        [...first, row].some((step) => 'then' in step && step.then === 'refused'),
      ),
    ),
    ...catalogue.scenarios.flatMap(({ cases }) =>
      cases.filter(({ steps }) => steps.some((step) => 'refused' in step)),
    ),
  ];
  const due = Object.values(DEMANDED_ERRORS).flatMap((clauses) => clauses.split(' '));
  expect(new Set(refused.map(({ clause }) => clause))).toEqual(new Set(due));
});

// What the cases send is described: each valid body meets the closed validator.

test('every rule of a case has a callbackHandle of its own: a provider may demand that it is unique for a user', () => {
  const handles = catalogue.exchanges.flatMap(({ file, cases }) =>
    cases.map(({ first = [], ...row }) => {
      const rules = [...first, row].flatMap((step) =>
        'when' in step && step.when === 'createNotificationRule' && step.then !== 'refused'
          ? `${step.as} ${member(sentBody(step.send), 'callbackHandle')}`
          : [],
      );
      return { title: `${file} ${row.given}`, rules };
    }),
  );
  const wrong = handles.filter(
    ({ rules }) => new Set(rules).size < rules.length || !rules.every((rule) => rule.includes('{fresh}')),
  );
  expect(wrong).toEqual([]);
  expect(handles.flatMap(({ rules }) => rules).length).toBeGreaterThan(80);
});

const validators: Record<string, Validate> = closed;
const PAYMENT = {
  request: { method: 'POST', url: '/', headers: {} },
  response: { status: 200, headers: {}, body: { json: { id: 501 } } },
};

const calls = catalogue.exchanges.flatMap(({ file, cases }) =>
  cases.flatMap((row) =>
    [...(row.first ?? []), row].flatMap((step) => ('when' in step ? [{ file, call: step as CaseCall }] : [])),
  ),
);

const bodies = [
  ...calls
    .filter(({ call: { send } }) => send !== undefined && !(typeof send === 'object' && 'broken' in send))
    .map(({ file, call }) => ({ file, when: call.when, body: sentBody(call.send) })),
  ...catalogue.migrations.flatMap(({ file, cases }) =>
    cases.flatMap(({ flow, v1, v2 }) => [
      { file, when: flows[flow].v1[0], body: v1 },
      { file, when: flows[flow].v2, body: v2 },
    ]),
  ),
  ...catalogue.scenarios.flatMap(({ file, cases }) =>
    cases.flatMap(({ rules }) =>
      Object.values(rules).map(
        ({ of: _, api: _1, handle: _2, handleOf: _3, leavesOut: _4, mayBeRefused: _5, ...rule }) => ({
          file,
          when: 'createNotificationRule',
          body: { ...rule, callbackHandle: 'any' },
        }),
      ),
    ),
  ),
];

test('every valid body of a case, a migration and a scenario is described, field by field', () => {
  // As JSON.parse gives it: ajv knows no other numbers.
  const plain = (body: unknown) => JSON.parse(writeJson(fill(body, EXAMPLE_VALUES, [PAYMENT])));
  const wrong = bodies.filter(({ when, body }) => validators[`${when}.request`]?.(plain(body)) !== true);
  expect(wrong.map(({ file, when, body }) => `${file} ${when} ${JSON.stringify(body)}`)).toEqual([]);
  expect(bodies.length).toBeGreaterThan(300);
});

/** Test data that has no value of the defaults. */
const OTHER: TestData = {
  ...defaultTestData,
  banks: [901, 902, 4_294_967_297_001],
  senderIbans: ['NL91ABNA0417164300', 'BE68539007547034'],
  recipients: [
    {
      name: 'Anna Muster',
      iban: 'ES9121000418450200051332',
      bic: 'CAIXESBBXXX',
      address: { street: 'Hauptstraße', houseNumber: '1', city: 'Bonn', postCode: '53113', country: 'NL' },
    },
  ],
  amounts: ['3.75', '4', '-12.50', '0', '12345678901234.56', '123456789012345678901234567890', '0.1'],
  purposes: ['Invoice'],
  userIds: ['test_{fresh}'],
  passwords: ['Secret-{fresh}'],
  emails: ['{fresh}@mail.test'],
  phones: ['4915112345678'],
  accounts: ['4711', '4712', '4713', '4714', '4715', '4716', '4717'],
  bankConnections: ['811', '812', '813'],
  categories: ['378', '379', '379378'],
};
const TODAY = Date.UTC(2031, 4, 5);
/** IBANs, e-mail addresses, telephone numbers, and dates of another year than that of the test data. */
const LOOKS = /^(?!RF)[A-Z]{2}\d\d[A-Z\d]{11,}$|@(?!mail.test)|^\+\d|^20(?!31)\d\d-\d\d-\d\d/;

test('no request holds a bank, IBAN, name, address, purpose, user field, id or date that is not test data', () => {
  const values = { ...EXAMPLE_VALUES, testData: OTHER, now: TODAY };
  const sent = [
    ...calls.map(({ file, call }) => ({ file, body: sentBody(call.send) })),
    ...catalogue.migrations.flatMap(({ file, cases }) =>
      cases.flatMap(({ v1, v2 }) => [v1, v2].map((body) => ({ file, body }))),
    ),
  ];
  const noTexts = { amounts: [], interfaces: [], mostOrders: [], mostRules: [], anyServiceVersion: [] };
  const defaults = new Set(leavesOf({ ...defaultTestData, ...noTexts }));
  const other = new Set(leavesOf(OTHER));
  // A bare new name is no id after the pattern of the target.
  const isLiteral = (leaf: string) =>
    leaf === 'f' || defaults.has(leaf) || (LOOKS.test(leaf) && !other.has(leaf));
  const wrong = sent.flatMap(({ file, body }) =>
    leavesOf(fill(body, values, [PAYMENT]))
      .filter(isLiteral)
      .map((leaf) => `${file} ${leaf}`),
  );
  expect(wrong).toEqual([]);
  expect(sent.length).toBeGreaterThan(200);
});

/** The texts in a value, lists of ids one by one, and its numbers, which are no ids. */
function leavesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (isObject(value)) return Object.values(value).flatMap(leavesOf);
  if (typeof value !== 'string') return [`number ${value}`];
  return /^[\d,]+$/.test(value) ? value.split(',') : [value];
}

// Scenarios. That their updates and messages are of accounts and rules that they have shows in a run.

const rows = catalogue.scenarios.flatMap(({ file, cases }) =>
  cases.map((scenario) => ({ scenario, title: `${file} given ${scenario.given}, ${scenario.says}` })),
);

test('each case has an id of its own, which begins with its clause and is short', () => {
  const ids = planned.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(planned.filter(({ id, clause }) => !id.startsWith(`${clause}.`) || id.length > 50)).toEqual([]);
});

test('a scenario ends with the messages that are expected, and writes what a float cannot keep with digits()', () => {
  const wrong = rows.filter(
    ({ scenario: { world, rules, steps } }) =>
      !('messages' in (steps.at(-1) ?? {})) || hasLongNumber([world, rules, steps]),
  );
  expect(wrong.map(({ title }) => title)).toEqual([]);
});

function hasLongNumber(value: unknown): boolean {
  if (typeof value === 'number') return `${Math.abs(value)}`.replace('.', '').length > 15;
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return false;
  return Object.values(value).some(hasLongNumber);
}

test('the transactions that qualify and all new ones are equally many, or differ by at least three (COUNT-QUALIFYING)', () => {
  const near = catalogue.scenarios.flatMap(({ cases }) =>
    cases.flatMap(({ given, steps, rules }) => {
      let accounts: { accountId: unknown; transactions?: readonly unknown[] }[] = [];
      return steps.flatMap((step) => {
        if ('update' in step) accounts = [...accounts, ...(step.update.accounts ?? [])];
        if (!step.messages) return [];
        const brought = accounts;
        accounts = [];
        return step.messages.flatMap(({ rule, ...message }) => {
          const { triggerEvent } = rules[rule] ?? {};
          const { list = '', count = '', qualifies } = layoutOf[triggerEvent ?? 'NEW_ACCOUNT_BALANCE'];
          const items = (member(message, list) ?? []) as unknown[];
          return items.flatMap((item) => {
            const [counted, id] = [member(item, count), member(item, 'accountId')];
            const all = brought.filter(
              ({ accountId }) => id === undefined || String(accountId) === String(id),
            );
            const apart = all.map(({ transactions = [] }) => transactions.length - Number(counted));
            const isNear = apart.some((more) => more !== 0 && Math.abs(more) < 3);
            return qualifies && counted !== undefined && isNear
              ? [`${given}: ${count} ${counted}, ${apart}`]
              : [];
          });
        });
      });
    }),
  );
  expect(near).toEqual([]);
});
