// A user in strict TypeScript. Each line marked as an error has to be one: a type that is any would let it pass.
import type {
  AnswerOf,
  DetailsOf,
  ExchangeFixture,
  MessageFixture,
  MessageOf,
  PaymentRequest,
  RequestOf,
  WebForm,
} from 'bank-access-contracts';
import { operations, triggerEvents } from 'bank-access-contracts';
import { check } from 'bank-access-contracts/check';
import { createClient, Refused, v1, v2 } from 'bank-access-contracts/client';
import created from 'bank-access-contracts/fixtures/createUser/full.json' with { type: 'json' };
import low from 'bank-access-contracts/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
import { type GivenExchange, judge } from 'bank-access-contracts/judge';
import { clauses } from 'bank-access-contracts/ledgers/clauses';
import { comparePayment, migratePayment } from 'bank-access-contracts/migration';
import schema from 'bank-access-contracts/schemas/createUser.request.json' with { type: 'json' };
import { undocumented, validate } from 'bank-access-contracts/validators/LOW_ACCOUNT_BALANCE.details';

export const payment: PaymentRequest = { orders: [{ amount: { value: 1, currency: 'EUR' } }] };
// @ts-expect-error an amount is a number
export const text: PaymentRequest = { orders: [{ amount: { value: '1', currency: 'EUR' } }] };
export const form = (answer: AnswerOf<'createStandalonePayment', 201>): WebForm => answer;
export const user: RequestOf<'createUser'> = { id: 'ada' };
// @ts-expect-error the documentation lists no age
export const older: RequestOf<'createUser'> = { id: 'ada', age: 7 };
// @ts-expect-error this rule needs its threshold
export const rule: RequestOf<'createNotificationRule'> = { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: {} };
export const threshold = (message: MessageOf<'LOW_ACCOUNT_BALANCE'>): number | string =>
  message.balanceThreshold;
// @ts-expect-error a balance message has no threshold
export const none = (message: MessageOf<'NEW_ACCOUNT_BALANCE'>): number => message.balanceThreshold;
export const balance = (details: DetailsOf<'LOW_ACCOUNT_BALANCE'>): number => details.newBalance;
export const method: 'POST' = operations.createUser.method;
export const first: 'NEW_ACCOUNT_BALANCE' = triggerEvents[0];
export const clause: string | undefined = clauses[0]?.says;
export const type: string = schema.type;
export const places: string[] = validate({})
  .map(({ pointer }) => pointer)
  .concat(undocumented({}).map(({ message }) => message));
export const findings = (exchange: GivenExchange) =>
  judge('createUser', exchange).map((finding) => finding.clause);
export const exchange: ExchangeFixture = created;
export const sent = (low as MessageFixture<'LOW_ACCOUNT_BALANCE'>).decrypted.balanceThreshold;
// @ts-expect-error this one has no threshold
export const other = (low as MessageFixture).decrypted.balanceThreshold;
export const checked = async (): Promise<'upheld' | 'violated' | 'refused' | 'not-judged'> =>
  (await check(created)).verdict;
// @ts-expect-error a key is a text
export const unread = check(created, { key: 7 });
export const verdict: 'equivalent' | 'not-equivalent' = comparePayment({}, {}).verdict;
export const carried: object | undefined = migratePayment({}, { currency: 'EUR' }).v2;
export async function open(): Promise<string> {
  const client = createClient(
    { accessUrl: 'https://api.example', webFormUrl: 'https://form.example' },
    'token',
  );
  try {
    // @ts-expect-error a payment has no currency of its own
    await v2.openPaymentForm(client, { currency: 'EUR' });
    await v1.openPaymentForm(client, { iban: 'DE89370400440532013000' });
    return (await v2.openPaymentForm(client, payment)).expiresAt;
  } catch (error) {
    return error instanceof Refused ? error.words : '';
  }
}
