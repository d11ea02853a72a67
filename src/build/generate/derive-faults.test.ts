// A fault is derived from a place of a schema or of the mapping table, with the clause of that place.
import { expect, test } from 'vitest';
import type { FieldRow } from '../../../contracts/src/migration/mapping-table.ts';
import { derivedFaults, type PlaceGroup } from './derive-faults.ts';

const form = {
  type: 'object',
  'x-clauses': ['FORM'],
  required: ['id', 'at'],
  properties: {
    id: { type: 'string', 'x-clauses': ['FORM-ID'] },
    at: { type: 'string', 'x-clauses': ['FORM-AT', 'TIMES'] },
    until: { type: ['string', 'null'], 'x-clauses': ['FORM-UNTIL', 'TIMES'] },
  },
};
const request = {
  properties: {
    kinds: { type: 'array', items: { enum: ['A', 'B'] }, 'x-clauses': ['KINDS'] },
    grant: { enum: ['password'], 'x-open': 'GRANTS', 'x-clauses': ['GRANT'] },
  },
};
const message = {
  properties: { items: { items: { properties: { details: { 'x-clauses': ['DETAILS'] } } } } },
};
const details = { properties: { amount: { type: 'number', 'x-clauses': ['AMOUNT'] } } };
const row = { by: null, loses: 'nothing', why: '', personal: false } as const;
const mapped: FieldRow[] = [
  { ...row, from: 'bankId', fate: 'moved', to: 'bank.id', clause: 'BANK', type: 'number' },
  { ...row, from: 'name', fate: 'renamed', to: 'bankName', clause: 'NAME', type: 'string' },
  { ...row, from: 'kind', fate: 'wrapped', to: 'kinds[]', clause: 'KIND', type: 'string', words: ['A'] },
  { ...row, from: 'paymentId', fate: 'dropped', to: null, clause: 'LOST', type: 'number' },
];
const documented = {
  schemas: {
    ...{ 'createUser.201': form, 'createUser.request': request },
    ...{ 'LOW_ACCOUNT_BALANCE.message': message, 'LOW_ACCOUNT_BALANCE.details': details },
    ...{ 'NEW_ACCOUNT_BALANCE.message': message, 'NEW_ACCOUNT_BALANCE.details': details },
  },
  migration: { import: mapped, payment: [], submit: [], operations: [], answers: [], codes: {} },
};
const derived = (group: Omit<PlaceGroup, 'in'>) =>
  derivedFaults({ FORM: { ...group, in: 'the form' } }, documented).map(
    ({ id, clause }) => `${id} ${clause}`,
  );

test('every field of an answer that is required is missing once, and null where it may not be null', () => {
  expect(derived({ hook: 'answer', of: ['createUser'] })).toEqual([
    ...['FORM-AS-LIST FORM', 'FORM-ID-MISSING FORM-ID', 'FORM-ID-NULL FORM-ID'],
    ...['FORM-AT-MISSING FORM-AT', 'FORM-AT-NULL TIMES'],
  ]);
});

test('every field of a request is refused once, and of a closed list every word', () => {
  expect(derived({ hook: 'decision', of: ['createUser'] })).toEqual([
    ...['FORM-KINDS-REFUSED KINDS', 'FORM-KINDS-A-REFUSED KINDS', 'FORM-KINDS-B-REFUSED KINDS'],
    'FORM-GRANT-REFUSED GRANT',
  ]);
});

test('a field of details is missing in the first event that has it', () => {
  const of = (event: 'LOW_ACCOUNT_BALANCE' | 'NEW_ACCOUNT_BALANCE') =>
    ({ hook: 'message', of: [event], in: 'messages' }) as const;
  const faults = derivedFaults(
    { LOW: of('LOW_ACCOUNT_BALANCE'), NEW: of('NEW_ACCOUNT_BALANCE') },
    documented,
  );
  expect(faults).toEqual([
    {
      ...{
        id: 'LOW-DETAILS-AMOUNT-MISSING',
        group: 'LOW',
        clause: 'AMOUNT',
        sees: 'decryption',
        hook: 'message',
      },
      in: 'messages',
      ...{ of: ['LOW_ACCOUNT_BALANCE'], edit: { remove: '/items/*/details/amount' } },
    },
  ]);
});

test('every row of the mapping table is wrong as its fate and type allow', () => {
  expect(derived({ hook: 'mapping', of: ['createBankConnectionImport'] })).toEqual([
    ...['FORM-BANK-ID-MISSING BANK', 'FORM-BANK-ID-AS-TEXT BANK', 'FORM-BANK-ID-CALLED-BANK-ID BANK'],
    'FORM-BANK-ID-AS-IN-V1 BANK',
    ...['FORM-BANK-NAME-MISSING NAME', 'FORM-BANK-NAME-CUT-SHORT NAME', 'FORM-BANK-NAME-CALLED-NAME NAME'],
    'FORM-BANK-NAME-ALSO-NAME NAME',
    ...['FORM-KINDS-MISSING KIND', 'FORM-KINDS-EMPTY KIND', 'FORM-KINDS-FIRST-ITEM KIND'],
    ...['FORM-KINDS-CALLED-KIND KIND', 'FORM-KINDS-0-AS-IN-V1 KIND'],
  ]);
});

test('a way that is listed comes after those that are implied', () => {
  const ways = { '/until': ['keep', { rename: 'end' }, { set: 'x:y', id: 'ODD' }] };
  expect(derived({ hook: 'answer', of: ['createUser'], ways }).slice(5)).toEqual([
    ...['FORM-UNTIL-CONSTANT FORM-UNTIL', 'FORM-UNTIL-CALLED-END FORM-UNTIL', 'FORM-UNTIL-ODD TIMES'],
  ]);
});
