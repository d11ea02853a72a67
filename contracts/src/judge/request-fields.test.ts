// Every documented field of every request: a wrong kind that is answered with success is blamed, a missing one is not.
import { expect, test } from 'vitest';
import { pointerOf } from './documented/documented-field.ts';
import { goodExchanges } from './documented/good-exchanges.ts';
import { requestFields } from './documented/request-fields.ts';
import { edited, sabotagesOf } from './documented/sabotages.ts';
import type { Exchange } from './exchange.ts';
import { judge } from './judge.ts';
import type { OperationId } from './operation.ts';

const refusals = [400, 401, 403, 404, 409, 422, 500, 503];

for (const [name, fields] of Object.entries(requestFields)) {
  const operation = name as OperationId;
  const [good] = goodExchanges[operation];
  const { status } = good.response;

  for (const field of fields) {
    const place = `/request/body/json${pointerOf(field.field)}`;
    const suffix = `, and the call is answered with ${status}`;

    if (field.is === 'anything') {
      test(`${operation} is not blamed for any kind of ${field.field}, whose type is not shown`, () => {
        for (const value of [17, true, null, {}, ['text']]) {
          expect(judge(operation, edited(good, place, value))).toEqual([]);
        }
      });
    } else {
      const sabotages = sabotagesOf(field, '/request/body', suffix);

      test(`${operation} is blamed for taking any wrong ${field.field}`, () => {
        expect(sabotages.length).toBeGreaterThan(2);
        for (const { to, finding } of sabotages) {
          expect(judge(operation, edited(good, place, to))).toEqual([finding]);
        }
      });

      test(`${operation} is not blamed for refusing a wrong ${field.field}`, () => {
        for (const { to } of sabotages) {
          const taken = edited(good, place, to);
          for (const refusal of refusals) expect(judge(operation, refused(taken, refusal))).toEqual([]);
        }
      });
    }

    test(`${operation} is not blamed for taking a request without ${field.field}`, () => {
      // The answer to another request repeats other values.
      const findings = judge(operation, edited(good, place)).filter(({ pointer }) =>
        pointer.startsWith('/request'),
      );
      expect(findings).toEqual([]);
    });
  }
}

test('a grant that is not shown is no fault', () => {
  const [good] = goodExchanges.createToken;
  expect(judge('createToken', edited(good, '/request/body/json/grant_type', 'refresh_token'))).toEqual([]);
});

test('a request that is no object breaks the clause of its call', () => {
  const [good] = goodExchanges.createUser;
  const findings = judge('createUser', edited(good, '/request/body/json', ['anna']));
  expect(findings).toEqual([
    {
      clause: 'USER-CREATE-CALL',
      pointer: '/request/body',
      message: 'the request body is a list, not an object, and the call is answered with 201',
    },
  ]);
});

function refused(exchange: Exchange, status: number): Exchange {
  return { ...exchange, response: { status, headers: {} } };
}
