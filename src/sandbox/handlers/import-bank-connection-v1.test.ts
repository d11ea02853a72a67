// The V1 import: 451, the whole envelope, and the address of a form that holds what was sent.
import { expect, test } from 'vitest';
import { Visitor } from '../visitor.ts';

const text =
  '{"bankId":280001,"name":"My test bank","interface":"XS2A","maxDaysForDownload":90.0,"accountTypes":["Loan"]}';

test('an import is answered with 451, the envelope and the address in the location header', async () => {
  const visitor = new Visitor({ webFormUrl: 'http://forms.example' });
  const answer = await visitor.operate('importBankConnectionV1', {
    token: await visitor.userToken('anna'),
    body: text,
  });
  expect(answer.status).toBe(451);
  expect(answer.headers['location']).toMatch(/^http:\/\/forms\.example\/forms\/[0-9a-f-]{36}$/);
  expect(answer.json).toEqual({
    errors: [
      {
        message: expect.stringMatching(/^\d+$/),
        code: 'WEB_FORM_REQUIRED',
        type: 'BUSINESS',
        multiStepAuthentication: null,
      },
    ],
    // 2026-03-02T08:00:00Z on a German clock.
    date: '2026-03-02 09:00:00.000',
    requestId: expect.stringMatching(/./),
    endpoint: 'POST /api/v1/bankConnections/import',
    authContext: 'sandbox-client/anna',
    bank: expect.stringContaining('280001'),
  });
});

test('the form holds what was sent, digit for digit', async () => {
  const visitor = new Visitor();
  const body = '{"bankId":12345678901234567890,"maxDaysForDownload":9.0e1,"extra":{"__proto__":1.10}}';
  const answer = await visitor.operate('importBankConnectionV1', { token: await visitor.userToken(), body });
  const stored = await visitor.control('GET', `/web-forms/${idIn(answer.headers['location'])}`);
  expect(stored.text).toContain(`"content":${body}`);
  expect(stored.json).toMatchObject({ flow: 'importBankConnectionV1', user: 'anna' });
  expect(answer.json.bank).toContain('12345678901234567890');
});

test('an account type that is not documented is refused in the envelope', async () => {
  const visitor = new Visitor();
  const token = await visitor.userToken();
  const answer = await visitor.operate('importBankConnectionV1', {
    token,
    body: { accountTypes: ['CREDIT_CARD'] },
  });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.json)).toEqual([
    'errors',
    'date',
    'requestId',
    'endpoint',
    'authContext',
    'bank',
  ]);
  expect(answer.json.errors[0].message).toContain('accountTypes[0] is none of Checking,');
  expect(answer.json.errors[0].code).not.toBe('WEB_FORM_REQUIRED');
  expect(answer.headers['location']).toBeUndefined();
});

test('endpoint names the call with the prefix that it was made under', async () => {
  const visitor = new Visitor({ settings: { accessPrefix: '/bank' } });
  const sent = { token: await visitor.userToken(), body: text, prefix: '/bank' };
  const answer = await visitor.operate('importBankConnectionV1', sent);
  expect(answer.json.endpoint).toBe('POST /bank/api/v1/bankConnections/import');
});

function idIn(location: string | undefined): string {
  return location?.split('/').at(-1) ?? '';
}
