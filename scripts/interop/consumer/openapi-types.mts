// The types that openapi-typescript makes. Each line marked as an error has to be one: a type that is any would let it pass.
import type { operations as Access } from './access.ts';
import type { operations as WebForms } from './web-form.ts';

type Form = WebForms['createStandalonePayment']['responses'][201]['content']['application/json'];
type Needed = Access['submitPaymentV1']['responses'][451]['headers']['location'];
type Rule = Access['createNotificationRule']['requestBody']['content']['application/json'];
type Message = Access['receiveNotification']['requestBody']['content']['application/json'];
export const url = (form: Form): string => form.url;
export const location = (needed: Needed): string => needed;
// @ts-expect-error an address is text
export const wrong = (form: Form): number => form.url;
// @ts-expect-error an address is text
export const none = (needed: Needed): number => needed;
export const low: Rule = { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: 0 } };
// @ts-expect-error this rule needs its params
export const anyLow: Rule = { triggerEvent: 'LOW_ACCOUNT_BALANCE' };
// @ts-expect-error a rule has a trigger event
export const anyRule: Rule = {};
export const names = (message: Message): number[] =>
  message.triggerEvent === 'BANK_LOGIN_ERROR' ? message.loginErrors.map((item) => item.bankConnectionId) : [];
export const others = (message: Message) =>
  // @ts-expect-error another message has no such list
  message.triggerEvent === 'NEW_TRANSACTIONS' && message.loginErrors;
