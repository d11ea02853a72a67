// A call is sent as its target reads it, and what came is judged as it came. The sender is replaced.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import type { TargetSettings } from '../../contracts/generated/settings.ts';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { KnownValues, type Secrets } from '../../contracts/src/base/known-values.ts';
import { answering } from '../test-support/scripted-provider.ts';
import { broken, type CaseCall, fromResponse } from './call.ts';
import { send } from './send.ts';
import { targetSettings } from './targets/target-file.ts';
import { wireRequest, writtenParams } from './wire-request.ts';

/** A target that answers with these texts, one after the other, and the bodies that were sent to it. */
function replying(status: number, ...texts: string[]) {
  const secrets: Secrets = new KnownValues();
  const bodies: (string | undefined)[] = [];
  const sendHttp = async (_: string, { body }: { readonly body?: string }) => {
    bodies.push(body);
    return new Response(texts.shift(), { status, headers: { 'x-said': 'token-1' } });
  };
  return { target: answering(status, { sendHttp, secrets }), secrets, bodies };
}

test.each([
  ['a token response', 200, '{"access_token":"token-1","refresh_token":"token-2","token_type":"bearer"}'],
  ['an error response', 401, '{"errors":[{"accessToken":"token-1"}],"id_token":"token-2"}'],
  ['a form', 200, 'access_token=token-1&refresh_token=token%2D2&token_type=bearer'],
])('%s is judged as it came, and its tokens are secrets of the run', async (_, status, body) => {
  const { target, secrets } = replying(status, body);
  const call: CaseCall = { when: 'createToken', then: '2XX' };
  const { response } = await send(target, await target.session(), call);
  expect(writeJson(response)).toContain('"x-said":"token-1"');
  expect(writeJson(response.body)).toContain('token-1');
  expect(secrets.strike('token-1 TOKEN 2 bearer', (what) => what)).toBe('secret secret bearer');
});

test.each(['4711', '9007199254740993', '1e3', '12345678901234567890.50'])(
  'the id %s of a response is sent again digit for digit',
  async (id) => {
    const { target, bodies } = replying(200, `{"id":${id}}`, '{}');
    const session = await target.session();
    const created = await send(target, session, { when: 'createMoneyTransferV1', send: {}, then: '2XX' });
    const submit = { paymentId: fromResponse<number>(0, 'id'), interface: 'XS2A' } as const;
    await send(target, session, { when: 'submitPaymentV1', send: submit, then: 451 }, [created]);
    expect(bodies[1]).toBe(`{"paymentId":${id},"interface":"XS2A"}`);
  },
);

test('tokenEncoding basic sends the client in the Authorization header, form-encoded, and the rest as a form', async () => {
  const settings = targetSettings({ tokenEncoding: 'basic' });
  const fields = {
    grant_type: 'password',
    client_id: 'a b',
    client_secret: 'ü:1',
    username: 'u',
    password: 'p',
  };
  const { request, text } = wireRequest(
    { ...answering(200), settings },
    { when: 'createToken', then: '2XX' },
    fields,
    undefined,
  );
  // base64 of a+b:%C3%BC%3A1
  expect(request.headers['authorization']).toBe('Basic YStiOiVDMyVCQyUzQTE=');
  expect(text).toBe('grant_type=password&username=u&password=p');
  expect(request.body).toEqual({ json: fields });
});

// How the params of a rule are sent, by the settings of the target.

const THRESHOLD = '"absoluteAmountThreshold":12345678901234567890.10,"maxTransactionsCount":100';
const BODY = {
  triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
  params: {
    absoluteAmountThreshold: new LosslessNumber('12345678901234567890.10'),
    maxTransactionsCount: 100,
    includeChildCategories: true,
    accountIds: '1,2',
  },
};

/** The text that is sent to a target with these settings. */
function sent(settings: Partial<TargetSettings>, body: object, call: CaseCall): string | undefined {
  const target = { ...answering(200), settings: targetSettings(settings) };
  return wireRequest(target, call, body, 'token').text;
}

test.each<[Partial<TargetSettings>, string]>([
  [{}, `{${THRESHOLD},"includeChildCategories":true,"accountIds":"1,2"}`],
  [
    { bigDecimalForm: 'string' },
    `{${THRESHOLD.replace(/[\d.]{20,}/, '"$&"')},"includeChildCategories":true,"accountIds":"1,2"}`,
  ],
  [
    { paramsForm: 'strings', bigDecimalForm: 'string' },
    `{${THRESHOLD.replace(/[\d.]+/g, '"$&"')},"includeChildCategories":"true","accountIds":"1,2"}`,
  ],
])('with %j params are sent digit for digit', (settings, params) => {
  const rule: CaseCall = { when: 'createNotificationRule', then: '2XX' };
  expect(sent(settings, BODY, rule)).toBe(`{"triggerEvent":"HIGH_TRANSACTION_AMOUNT","params":${params}}`);
  // Only params of a rule change.
  const form = { balanceThreshold: 5, params: { maxTransactionsCount: 5 } };
  expect(sent(settings, form, { when: 'createStandalonePayment', then: 201 })).toBe(JSON.stringify(form));
});

test('what is sent in order to be refused stays as wrong as it is', () => {
  const strings = { paramsForm: 'strings', bigDecimalForm: 'string' } as const;
  const params = {
    categoryId: 7,
    maxTransactionsCount: true,
    waitForCategorization: 1,
    balanceThreshold: null,
  };
  expect(writtenParams({ params }, strings)).toEqual({ params });
  for (const body of [undefined, 'text', {}, { params: null }, { params: [1] }, { params: 'text' }])
    expect(writtenParams(body, strings)).toBe(body);
});

test('an edit that would change nothing is refused', () => {
  const valid = { params: { count: 50 } };
  expect(() => broken(valid, { without: '/params/other' })).toThrow('/params/other');
  expect(() => broken(valid, { set: '/nowhere/count', to: 1 })).toThrow('/nowhere/count');
});
