// A provider may repeat in its answer what it was sent; no finding repeats it, and what is found stays the same.
import { expect, test } from 'vitest';
import { type Edits, edited, goodExchanges } from '../../../src/test-support/fixtures.ts';
import { judge } from './judge.ts';

/** What the judge finds in an error with this message, sent by a client with personal values. */
function found(message: string, edits: Edits = {}) {
  const exchange = edited(goodExchanges.importBankConnectionV1[0], {
    '/request/headers': { authorization: 'Bearer t0ken-of-erika' },
    '/request/body/json/name': 'Erikas Bank',
    '/response/body/json/authContext': 'app/erika',
    '/response/body/json/errors/0/message': message,
    ...edits,
  });
  return judge('importBankConnectionV1', exchange).findings.map((finding) => finding.found);
}

test.each([
  ['please log in', 'please log in'],
  ['no t0ken-of-erika for Erikas Bank, app/erika', 'no [not repeated] for [not repeated], [not repeated]…'],
  // In another spelling, and cut short.
  ['no T0KEN%2Dof-erika for Erikas\\u0020bank', 'no [not repeated] for [not repeated]'],
  [`${'x'.repeat(30)}t0ken-of-erika`, `${'x'.repeat(30)}[not repeated]-…`],
])('%s is repeated as %s', (message, shown) => {
  const due = JSON.stringify(shown);
  expect(found(message)).toEqual([due]);
  // The answer is judged as the documented one.
  expect(found(message, { '/response/status': 403 })).toEqual(['403', due]);
});

test('a word of the documentation is judged as it is, though a name is the same word', () => {
  const named = { '/request/body/json/name': 'BUSINESS' };
  expect(found('4711', named)).toEqual([]);
  expect(found('BUSINESS', named)).toEqual(['"[not repeated]"']);
});
