/** What a run reports of its calls and judges not: check reports the same of a recording. */
import { expect, test } from 'vitest';
import { defaultSettings } from '../../contracts/src/judge/settings.ts';
import { type CallEvidence, readEvidence } from '../../contracts/src/recordings/read-evidence.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { RunHistory } from './run-history.ts';

const { createToken, submitPaymentV1 } = documentedRecords();

/** The token request of a user, and a V1 web form at this URL that the user gets with it. */
function formOf(username: string, location: string) {
  const token = structuredClone(createToken);
  Object.assign(token.request.body ?? {}, { grant_type: 'password', username, password: 'example' });
  Object.assign(token.response.body ?? {}, { access_token: `3f9a1c7b5d2e8046a1b2-${username}` });
  const submitted = structuredClone(submitPaymentV1);
  submitted.request.headers['authorization'] = `Bearer 3f9a1c7b5d2e8046a1b2-${username}`;
  submitted.response.headers = { location };
  return [
    ['createToken', token],
    ['submitPaymentV1', submitted],
  ] as const;
}

/** An error response that is recognisably the V1 error envelope, with these fields beside. */
function refusal(beside: object) {
  const errors = [{ message: 'no', code: 'ILLEGAL', type: 'BUSINESS', multiStepAuthentication: null }];
  const endpoint = 'POST /api/v1/payments/submit';
  const body = { errors, requestId: '1', endpoint, authContext: '1/2', ...beside };
  return ['submitPaymentV1', { ...submitPaymentV1, response: { status: 400, headers: {}, body } }] as const;
}

const whole = { bank: 'Example Bank', date: '2026-03-02 08:00:00.000' };
const MISSING = 'POST /api/v1/payments/submit → 400 without bank';
const SHARED = 'V1 web form with the URL of a form of another user';

test.each([
  ['an envelope without bank', [refusal({ date: whole.date })], { [MISSING]: 1 }],
  ['two of them', [refusal({ date: whole.date }), refusal({ date: whole.date })], { [MISSING]: 2 }],
  ['a whole envelope', [refusal(whole)], {}],
  [
    'one URL for two users',
    [...formOf('anna', 'https://a/1'), ...formOf('ben', 'https://a/1')],
    { [SHARED]: 1 },
  ],
  ['a URL for each user', [...formOf('anna', 'https://a/1'), ...formOf('ben', 'https://a/2')], {}],
])('%s is reported and breaks nothing', (_, calls, reported) => {
  const history = new RunHistory(defaultSettings);
  for (const [operation, record] of calls) {
    const { request, response } = readEvidence(record) as CallEvidence;
    if (response) history.add(operation, { request, response });
  }
  expect(history.end()).toEqual({ beside: [], reported });
});
