// What the judge finds in whole exchanges: nothing in good ones, and the one thing that is wrong in sabotaged ones.
import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { goodExchanges } from './documented/good-exchanges.ts';
import { sabotagedAnswers } from './documented/sabotaged-answers.ts';
import { sabotagedRequests } from './documented/sabotaged-requests.ts';
import { edited } from './documented/sabotages.ts';
import type { Exchange } from './exchange.ts';
import { judge } from './judge.ts';
import { type OperationId, operationOf } from './operation.ts';
import { defaultSettings } from './settings.ts';

for (const [operation, exchanges] of Object.entries(goodExchanges)) {
  test(`${operation} as documented gives no finding`, () => {
    for (const exchange of exchanges) {
      expect(operationOf(exchange.request)).toBe(operation);
      expect(judge(operation as OperationId, exchange)).toEqual([]);
    }
  });
}

test('every operation has a good exchange', () => {
  expect(Object.keys(goodExchanges).toSorted()).toEqual(Object.keys(operations).toSorted());
});

for (const { operation, exchange, settings, finding } of sabotagedAnswers) {
  test(`${operation} (${exchange.response.status}): ${finding.message}`, () => {
    expect(judge(operation, exchange, { ...defaultSettings, ...settings })).toEqual([finding]);
  });
}

for (const { operation, exchange, finding } of sabotagedRequests) {
  test(`${operation}: ${finding.message}`, () => {
    const findings = judge(operation, exchange);
    expect(findings).toEqual([finding]);
  });

  test(`${operation} refuses: ${finding.message}`, () => {
    for (const status of [400, 422, 500]) {
      expect(judge(operation, { ...exchange, response: { status, headers: {} } })).toEqual([]);
    }
  });
}

test('a service that does not read requests is not judged by what it was asked', () => {
  const mock = { ...defaultSettings, readsRequests: false };
  for (const { operation, exchange, finding } of sabotagedAnswers) {
    const repeats = /^(USER-RESPONSE-|V1-PAYMENT-(IBAN|ORDER-COUNT)|V1-ENVELOPE-ENDPOINT)/.test(
      finding.clause,
    );
    if (repeats) expect(judge(operation, exchange, mock)).toEqual([]);
  }
});

test('no finding repeats a secret or the data of somebody', () => {
  const personal: [OperationId, string[]][] = [
    ['createToken', ['access_token']],
    ['createUser', ['id', 'password', 'email', 'phone']],
    ['createMoneyTransferV1', ['iban', 'amount']],
  ];
  for (const [operation, fields] of personal) {
    for (const field of fields) {
      for (const canary of ['canary', 31337, ['canary'], { canary: 31337 }]) {
        const [good] = goodExchanges[operation];
        const findings = judge(operation, edited(good, `/response/body/json/${field}`, canary));
        expect(JSON.stringify(findings)).not.toMatch(/canary|31337/);
      }
    }
  }
});

test.each([
  [{}, 'request'],
  [undefined, 'request'],
  [{ request: { method: 'POST', url: '/users', headers: {} } }, 'response'],
  [{ request: { method: 'POST', url: '/users', headers: {} }, response: 201 }, 'response'],
])('an exchange %j lacks a part, which is said', (exchange, part) => {
  const judged = () => judge('createUser', exchange as unknown as Exchange);
  expect(judged).toThrow(TypeError);
  expect(judged).toThrow(`judge takes an exchange with request and response, and its ${part} is missing.`);
});
