/** Calls of the typed client against nock, without a network. */
import nock from 'nock';
import { afterEach, beforeEach, expect } from 'vitest';
import created from '../../contracts/generated/fixtures/createMoneyTransferV1/full.json' with {
  type: 'json',
};
import needed from '../../contracts/generated/fixtures/importBankConnectionV1/minimal.json' with {
  type: 'json',
};
import { type Client, createClient } from '../../contracts/src/client/client.ts';
import type * as v1 from '../../contracts/src/client/v1.ts';
import type * as v2 from '../../contracts/src/client/v2.ts';

export const SERVICE = { accessUrl: 'https://access.example', webFormUrl: 'https://form.example/base' };
export const CREDENTIALS = { client_id: 'c 1', client_secret: 's&13', username: 'u-1', password: 'pä=1' };
/** How the credentials of a user are written as a form. */
export const PASSWORD =
  'grant_type=password&client_id=c+1&client_secret=s%2613&username=u-1&password=p%C3%A4%3D1';
export const USER = {
  id: 'u-1',
  password: 'p4ss "word',
  email: 'u@example.com',
  phone: '1',
  isAutoUpdateEnabled: true,
};
export const RULE = {
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  params: { balanceThreshold: 250.5 },
  callbackHandle: 'a',
} as const;
export const IMPORT_V1: v1.ImportRequest = {
  bankId: 280001,
  interface: 'XS2A',
  accountTypes: ['CreditCard'],
};
export const PAYMENT_V1: v1.PaymentRequest = {
  iban: 'DE89370400440532013000',
  moneyTransfers: [{ amount: 0.1 }],
};
export const IMPORT_V2: v2.ImportRequest = { bank: { id: 280001 }, allowedInterfaces: ['XS2A'] };
export const PAYMENT_V2: v2.PaymentRequest = { orders: [{ amount: { value: 0.1, currency: 'EUR' } }] };

export const TOKEN = { access_token: 'a-1', token_type: 'bearer', expires_in: 3600, scope: 'all' };
export const CONFIGURATION = {
  isAutoCategorizationEnabled: true,
  userNotificationCallbackUrl: 'https://client.example',
};
export const FORM = { id: 'f-1', url: 'https://form.example/forms/1?token=x', status: 'NOT_YET_OPENED' };
export const PAYMENT = created.response.body;
export const ENVELOPE = needed.response.body;
export const AT_FORM = { location: FORM.url };

export const ACCESS = '/api/v1';

export const client = createClient(SERVICE, 't0ken');

/** Refuses every call that no scope answers, and removes the scopes after each test. */
export function withoutNetwork(): void {
  beforeEach(() => nock.disableNetConnect());
  afterEach(() => nock.cleanAll());
}

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A status, a body as its value or text, and headers. */
export type Answer = readonly [status: number, body?: unknown, headers?: Record<string, string>];

/** Answers the next calls, one each, whatever they are; the list gets the requests as they come. */
export function answering(...answers: readonly Answer[]): Sent[] {
  const sent: Sent[] = [];
  for (const [status, body = '', headers = {}] of answers)
    for (const method of ['GET', 'POST'])
      nock(/^https:/)
        .intercept(/./, method)
        .optionally()
        .reply(async (request: Request) => {
          const { url, headers: own } = request;
          sent.push({ method, url, headers: own, body: await request.text() });
          return [status, typeof body === 'string' ? body : JSON.stringify(body), headers];
        });
  return sent;
}

/** The error of a call that must fail. */
export function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
}

export type Call = (by: Client) => Promise<unknown>;
