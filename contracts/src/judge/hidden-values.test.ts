// A provider may repeat in its answer what it was sent; no finding repeats it, and what is found stays the same.
import { expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { judge } from './judge.ts';

const refused = (message: string): Exchange => ({
  request: {
    method: 'POST',
    url: 'https://bank.example/api/v1/bankConnections/import',
    headers: { authorization: 'Bearer t0ken-of-erika' },
    body: { json: { bankId: 280001, name: 'Erikas Bank' } },
  },
  response: {
    status: 451,
    headers: { location: 'https://form.example/f/1' },
    body: {
      json: {
        errors: [{ message, code: 'WEB_FORM_REQUIRED', type: 'BUSINESS', multiStepAuthentication: null }],
        date: '2026-11-20 09:15:00.123',
        requestId: 'r-1',
        endpoint: 'POST /api/v1/bankConnections/import',
        authContext: 'app/erika',
        bank: '280001 - Example test bank',
      },
    },
  },
});

function messages(exchange: Exchange): string[] {
  return judge('importBankConnectionV1', exchange).findings.map(({ message }) => message);
}

test('a value that is not personal is in the finding', () => {
  expect(messages(refused('please log in'))).toEqual([
    'errors[0].message is "please log in", not a numeric text',
  ]);
});

test('a token and personal data of the request or the answer are struck from it', () => {
  expect(messages(refused('no t0ken-of-erika for Erikas Bank, app/erika'))).toEqual([
    'errors[0].message is "no [not repeated] for [not repeated], [not repeated]…", not a numeric text',
  ]);
});

test('so is each in another spelling', () => {
  const message = 'no T0KEN%2Dof-erika for Erikas\\u0020bank';
  expect(messages(refused(message))).toEqual([
    'errors[0].message is "no [not repeated] for [not repeated]", not a numeric text',
  ]);
});

test('the same under a wrong status, since the answer is judged as the documented one', () => {
  const { request, response } = refused('no t0ken-of-erika for Erikas Bank, app/erika');
  expect(messages({ request, response: { ...response, status: 403 } })).toEqual([
    'the status is 403, not 451',
    'errors[0].message is "no [not repeated] for [not repeated], [not repeated]…", not a numeric text',
  ]);
});

test('the beginning of a secret that a finding cuts short is struck', () => {
  expect(messages(refused(`${'x'.repeat(30)}t0ken-of-erika`))).toEqual([
    `errors[0].message is "${'x'.repeat(30)}[not repeated]-…", not a numeric text`,
  ]);
});

test('a word of the documentation is judged as it is, though a name is the same word', () => {
  const exchange = refused('4711');
  const named = { ...exchange, request: { ...exchange.request, body: { json: { name: 'BUSINESS' } } } };
  expect(messages(named)).toEqual([]);
  const { response } = refused('BUSINESS');
  expect(messages({ ...named, response })).toEqual([
    'errors[0].message is "[not repeated]", not a numeric text',
  ]);
});
