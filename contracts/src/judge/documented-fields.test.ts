// Every documented field of every answer, request, message and details object: each wrong value breaks its own clause.
import { expect, test } from 'vitest';
import { brokenAnswers, brokenRequests } from '../../../src/test-support/broken-exchanges.ts';
import { messageFields } from '../../../src/test-support/event-readings.ts';
import { answerFields, requestFields } from '../../../src/test-support/exchange-fields.ts';
import { type DocumentedField, pointerOf, sabotagesOf } from '../../../src/test-support/field-sabotages.ts';
import {
  clausesOf,
  documentedMessages,
  type Edits,
  edited,
  findingLines,
  GONE,
  goodExchanges,
} from '../../../src/test-support/fixtures.ts';
import { clausesOfExchanges } from '../../../src/test-support/stated-clauses.ts';
import type { ClauseId } from '../../generated/clause-id.ts';
import open from '../../generated/validators/open.js';
import type { Finding } from './clause-check.ts';
import { judge } from './judge.ts';
import { clausesOfSchemas, type OperationId } from './operation.ts';
import { schemaFindings } from './schema-findings.ts';

type SchemaName = keyof typeof open;
const REFUSALS = [400, 401, 403, 404, 409, 422, 500, 503];

function findingsOn(name: SchemaName, value: unknown): Finding[] {
  return schemaFindings(open[name], value, { pointer: '', name: 'the message', clause: 'MESSAGE-EMITTED' });
}

/** What is found with each sabotage of the fields, and what is due. */
function sabotaged(
  fields: readonly DocumentedField[],
  at: string,
  about: Finding['about'],
  found: (field: DocumentedField, to: unknown) => readonly Finding[],
) {
  const rows = fields.flatMap((field) =>
    sabotagesOf(field, at, about).map((sabotage) => ({
      found: findingLines(found(field, 'to' in sabotage ? sabotage.to : GONE)),
      due: findingLines([sabotage.finding]),
    })),
  );
  return { found: rows.map((row) => row.found), due: rows.map((row) => row.due) };
}

for (const [name, fields] of Object.entries(answerFields)) {
  const operation = name.split('.')[0] as OperationId;
  const [good] = goodExchanges[operation];
  const answering = (field: DocumentedField, to: unknown) => {
    const findings = judge(
      operation,
      edited(good, { [`/response/body/json${pointerOf(field.field)}`]: to }),
    ).findings;
    // A type that is none of the two web forms is also not that of the call.
    const isBoth = findings.length === 2 && findings[0]?.clause === 'V2-FORM-TYPE';
    return isBoth ? findings.slice(1) : findings;
  };

  test(`${name} breaks the clause of every wrong field, and of null where the documentation has none`, () => {
    const { found, due } = sabotaged(fields, '/response/body', 'provider', answering);
    expect(found).toEqual(due);
    const nullable = fields.filter((field) => answering(field, null).length === 0);
    const documented: Record<string, string[]> = {
      'getClientConfiguration.2XX': ['userNotificationCallbackUrl'],
      'createMoneyTransferV1.2XX': ['accountId'],
      'importBankConnectionV1.451': ['errors[1].multiStepAuthentication'],
      'submitPaymentV1.451': ['errors[1].multiStepAuthentication'],
    };
    expect(nullable.map(({ field }) => field)).toEqual(documented[name] ?? []);
  });
}

for (const [name, fields] of Object.entries(requestFields)) {
  const operation = name as OperationId;
  const [good] = goodExchanges[operation];
  const typed = fields.filter(({ is }) => is !== 'anything');
  const place = ({ field }: DocumentedField) => `/request/body/json${pointerOf(field)}`;

  test(`a wrong field of ${name} is a mistake of the client where it succeeds, not where it fails or the type is not shown`, () => {
    const { found, due } = sabotaged(typed, '/request/body', 'client', (field, to) => {
      const taken = edited(good, { [place(field)]: to });
      for (const status of REFUSALS)
        expect(judge(operation, { ...taken, response: { status, headers: {} } }).findings).toEqual([]);
      return judge(operation, taken).findings;
    });
    // A missing field is none of a request.
    const isMissing = (lines: string[]) => lines.some((line) => line.includes(' is missing'));
    expect(found.filter((_, at) => !isMissing(due[at] ?? []))).toEqual(
      due.filter((lines) => !isMissing(lines)),
    );
    expect(due.length).toBeGreaterThan(2 * typed.length);
    for (const field of fields) {
      const values = field.is === 'anything' ? [17, true, null, {}, ['text'], GONE] : [GONE];
      for (const to of values) {
        // The answer to another request repeats other values.
        const findings = judge(operation, edited(good, { [place(field)]: to })).findings;
        expect(findings.filter(({ pointer }) => pointer.startsWith('/request'))).toEqual([]);
      }
    }
  });
}

test('a request that is no object breaks the clause of its call', () => {
  const [good] = goodExchanges.createUser;
  const findings = judge('createUser', edited(good, { '/request/body/json': ['anna'] })).findings;
  expect(findingLines(findings)).toEqual([
    'USER-CREATE-CALL /request/body: the request body is a list, not an object (client)',
  ]);
});

test('a grant that is not shown breaks nothing', () => {
  const refreshed = edited(goodExchanges.createToken[0], {
    '/request/body/json/grant_type': 'refresh_token',
  });
  expect(judge('createToken', refreshed).findings).toEqual([]);
});

for (const [name, fields] of Object.entries(messageFields)) {
  const schema = name as SchemaName;
  const good = documentedMessages[name];
  const found = (edits: Edits) => findingsOn(schema, edited(good, edits));

  test(`${name} breaks the clause of every wrong field, not of null or absent ones where the documentation has them`, () => {
    expect(findingsOn(schema, good)).toEqual([]);
    const wrong = sabotaged(fields, '', 'provider', (field, to) => found({ [pointerOf(field.field)]: to }));
    expect(wrong.found).toEqual(wrong.due);
    for (const { field, mayBe } of fields) {
      if (mayBe) expect(found({ [pointerOf(field)]: GONE })).toEqual([]);
      if (mayBe === 'unset') expect(found({ [pointerOf(field)]: null })).toEqual([]);
    }
  });
}

test('messages and details of every trigger event are documented by hand', () => {
  const compiled = Object.keys(open).filter((name) => /\.(message|details)$/.test(name));
  expect(Object.keys(messageFields).toSorted()).toEqual(compiled.toSorted());
  expect(compiled).not.toContain('NEW_TERMS_AND_CONDITIONS.details');
});

test('a list in details holds 100 transactions at most, where maxTransactionsCount exists', () => {
  const ofLength = (name: SchemaName, length: number) => {
    const [transaction] = (documentedMessages[name] as { transactionDetails: object[] }).transactionDetails;
    return findingLines(findingsOn(name, { transactionDetails: Array.from({ length }, () => transaction) }));
  };
  const tooLong =
    'MESSAGE-LIST-CAP /transactionDetails: transactionDetails is a list of 101, not at most 100';
  for (const name of ['NEW_TRANSACTIONS.details', 'HIGH_TRANSACTION_AMOUNT.details'] as const)
    expect([0, 100, 101].map((length) => ofLength(name, length))).toEqual([[], [], [tooLong]]);
  expect(ofLength('FOREIGN_MONEY_TRANSFER.details', 101)).toEqual([]);
});

test('details that are no object are no details, an item that is none breaks its list, and an empty list is a list', () => {
  for (const name of Object.keys(messageFields).filter((each) => each.endsWith('.details')))
    expect(['text', [], null].map((value) => findingLines(findingsOn(name as SchemaName, value)))).toEqual(
      ['text', 'a list', 'null'].map((is) => [`MESSAGE-DETAILS : the message is ${is}, not an object`]),
    );
  const item = edited(documentedMessages['BANK_LOGIN_ERROR.message'], { '/loginErrors/0': 'text' });
  expect(findingLines(findingsOn('BANK_LOGIN_ERROR.message', item))).toEqual([
    'MESSAGE-LOGIN-ERRORS /loginErrors/0: loginErrors[0] is text, not an object',
  ]);
  const empty = edited(documentedMessages['NEW_ACCOUNT_BALANCE.message'], { '/balanceChanges': [] });
  expect(findingsOn('NEW_ACCOUNT_BALANCE.message', empty)).toEqual([]);
});

const ALL_FIELDS = [answerFields, messageFields, requestFields].flatMap((table) =>
  Object.values<readonly DocumentedField[]>(table).flat(),
);

/** Those that no test of this folder breaks. */
function neverBroken(clauses: readonly ClauseId[]): string[] {
  const broken = new Set([
    ...ALL_FIELDS.flatMap((field) => sabotagesOf(field, '').map(({ finding }) => finding.clause as string)),
    ...clausesOf([...brokenAnswers, ...brokenRequests].map(({ due }) => due)),
    // A list of 101 transactions, above.
    'MESSAGE-LIST-CAP',
  ]);
  return [...new Set(clauses)].filter((clause) => !broken.has(clause)).toSorted();
}

test('every clause of an answer, message, details object or check of exchanges is broken by a test', () => {
  const names = Object.keys(open).filter((name) => !name.endsWith('.request'));
  const stated = clausesOfSchemas(names);
  expect(neverBroken([...stated, ...clausesOfExchanges])).toEqual([]);
  const documented = [answerFields, messageFields].flatMap((table) => Object.values(table).flat());
  expect(documented.map(({ clause }) => clause).filter((clause) => !stated.includes(clause))).toEqual([]);
});

test('a clause of a request that no test breaks lets the client choose, so that only a refusal breaks it', () => {
  const choices = [
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
  ];
  const stated = clausesOfSchemas(Object.keys(open).filter((name) => name.endsWith('.request')));
  const ofParams = /^RULE-.*-(ACCOUNT-IDS|MAX-COUNT|PARAMS-OPTIONAL|NO-PARAMS)$/;
  expect(neverBroken(stated).filter((clause) => !ofParams.test(clause))).toEqual(choices.toSorted());
});
