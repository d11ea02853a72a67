// Every documented field of every answer, request, message and details object: each wrong value breaks its own clause.
import { expect, test } from 'vitest';
import { messageFields } from '../../../src/test-support/event-readings.ts';
import { answerFields, requestFields } from '../../../src/test-support/exchange-fields.ts';
import { type DocumentedField, pointerOf, sabotagesOf } from '../../../src/test-support/field-sabotages.ts';
import {
  documentedMessages,
  edited,
  GONE,
  goodExchanges,
  placesOf,
} from '../../../src/test-support/fixtures.ts';
import open from '../../generated/validators/open.js';
import { judge } from './judge.ts';
import type { OperationId } from './operation.ts';
import { schemaFindings } from './schema-findings.ts';

type SchemaName = keyof typeof open;
const REFUSALS = [400, 401, 403, 404, 409, 422, 500, 503];

function findingsOn(name: SchemaName, value: unknown): string[] {
  const at = { pointer: '', name: 'it', clause: 'MESSAGE-EMITTED' } as const;
  return placesOf(schemaFindings(open[name], value, at));
}

/** Each sabotage of the fields with what is found, where that is not what is due. */
function unnoticed(
  fields: readonly DocumentedField[],
  at: string,
  found: (pointer: string, to: unknown) => readonly string[],
  client = '',
) {
  return fields.flatMap((field) =>
    sabotagesOf(field, at)
      .filter((sabotage) => client === '' || 'to' in sabotage)
      .map(({ to = GONE, due }) => ({ to, due, found: found(pointerOf(field.field), to) }))
      .filter((row) => row.found.join() !== row.due + client),
  );
}

for (const [name, fields] of Object.entries(answerFields)) {
  const operation = name.split('.')[0] as OperationId;
  const [good] = goodExchanges[operation];
  const answering = (pointer: string, to: unknown) => {
    const found = placesOf(
      judge(operation, edited(good, { [`/response/body/json${pointer}`]: to })).findings,
    );
    // A type that is none of the two web forms is also not that of the call.
    return found.length === 2 && found[0]?.startsWith('V2-FORM-TYPE ') ? found.slice(1) : found;
  };

  test(`${name} breaks the clause of every wrong field`, () => {
    expect(unnoticed(fields, '/response/body', answering)).toEqual([]);
  });
}

for (const [name, fields] of Object.entries(requestFields)) {
  const operation = name as OperationId;
  const [good] = goodExchanges[operation];
  const taken = (pointer: string, to: unknown) => edited(good, { [`/request/body/json${pointer}`]: to });
  // The answer to another request repeats other values.
  const found = (pointer: string, to: unknown) =>
    placesOf(judge(operation, taken(pointer, to)).findings).filter((place) => place.includes(' /request'));

  test(`a wrong field of ${name} is a mistake of the client whatever the answer, not where the type is not shown`, () => {
    // A member that is null was not sent.
    const left = unnoticed(fields, '/request/body', found, ' (client)').filter(({ to }) => to !== null);
    expect(left).toEqual([]);
    for (const field of fields) {
      const pointer = pointerOf(field.field);
      // A missing field is none of a request.
      for (const to of field.is === 'anything' ? [17, true, null, {}, ['text'], GONE] : [GONE])
        expect(found(pointer, to)).toEqual([]);
      for (const { to } of sabotagesOf(field, '').filter((sabotage) => 'to' in sabotage))
        for (const status of REFUSALS) {
          const refused = { ...taken(pointer, to), response: { status, headers: {} } };
          expect(placesOf(judge(operation, refused).findings)).toEqual(found(pointer, to));
        }
    }
  });
}

for (const [name, fields] of Object.entries(messageFields)) {
  const schema = name as SchemaName;
  const good = documentedMessages[name];
  const found = (pointer: string, to: unknown) => findingsOn(schema, edited(good, { [pointer]: to }));

  test(`${name} breaks the clause of every wrong field, not of null or absent ones where the documentation has them`, () => {
    expect(findingsOn(schema, good)).toEqual([]);
    expect(unnoticed(fields, '', found)).toEqual([]);
    for (const { field, mayBe } of fields) {
      if (mayBe) expect(found(pointerOf(field), GONE)).toEqual([]);
      if (mayBe === 'unset') expect(found(pointerOf(field), null)).toEqual([]);
    }
  });
}

test('messages and details of every trigger event are documented by hand', () => {
  const compiled = Object.keys(open).filter((name) => /\.(message|details)$/.test(name));
  expect(Object.keys(messageFields).toSorted()).toEqual(compiled.toSorted());
  expect(compiled).not.toContain('NEW_TERMS_AND_CONDITIONS.details');
});

test('details that are no object are no details, an item that is none breaks its list, and so does an empty list', () => {
  for (const name of Object.keys(messageFields).filter((each) => each.endsWith('.details')))
    for (const value of ['text', [], null])
      expect(findingsOn(name as SchemaName, value)).toEqual(['MESSAGE-DETAILS ']);
  const item = edited(documentedMessages['BANK_LOGIN_ERROR.message'], { '/loginErrors/0': 'text' });
  expect(findingsOn('BANK_LOGIN_ERROR.message', item)).toEqual(['MESSAGE-LOGIN-ERRORS /loginErrors/0']);
  const empty = edited(documentedMessages['NEW_ACCOUNT_BALANCE.message'], { '/balanceChanges': [] });
  expect(findingsOn('NEW_ACCOUNT_BALANCE.message', empty)).toEqual([
    'MESSAGE-BALANCE-CHANGES /balanceChanges',
  ]);
});
