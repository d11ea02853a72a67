/** The types of requests, answers and messages, and the tables of operations and trigger events. */
import type { components as access, operations as accessOperations } from '../generated/access.ts';
import type { components as webForm, operations as webFormOperations } from '../generated/web-form.ts';

export type { ClauseId } from '../generated/clause-id.ts';
export { operations, triggerEvents } from '../generated/operations.ts';
export type { ExchangeFixture } from './base/ledgers.ts';
export type { OperationId } from './judge/operation.ts';
export type {
  DetailsOf,
  ExactMessage,
  MessageFixture,
  MessageOf,
  PlainMessage,
  TriggerEvent,
} from './messages/message.ts';

type Access = access['schemas'];
type WebForms = webForm['schemas'];
type Operations = accessOperations & webFormOperations;

/** POST /oauth/token. */
export type TokenRequest = Access['token-request'];
export type Token = Access['token'];

/** POST /users. */
export type UserRequest = Access['user-request'];
export type User = Access['user'];

/** POST /notificationRules; `params` go with `triggerEvent`. */
export type NotificationRuleRequest = Access['notification-rule'];

/** GET /clientConfiguration. */
export type ClientConfiguration = Access['client-configuration'];

/** The V1 flows, and the envelope of their 451. */
export type BankConnectionImportV1 = Access['bank-connection-import-v1'];
export type MoneyTransferV1 = Access['money-transfer-v1'];
export type MoneyTransferOrderV1 = Access['money-transfer-order-v1'];
export type AddressV1 = Access['address-v1'];
export type PaymentV1 = Access['payment-v1'];
export type PaymentSubmissionV1 = Access['payment-submission-v1'];
export type WebFormRequiredV1 = Access['web-form-required'];

/** Web Form V2. */
export type BankConnectionImport = WebForms['bank-connection-import'];
export type StandalonePayment = WebForms['standalone-payment'];
export type Order = WebForms['order'];
export type Address = WebForms['address'];
export type WebForm = WebForms['web-form'];

/** The items of messages as they are sent. */
export type AccountItem = Access['account-item'];
export type NewTransactionsItem = Access['NewTransactionsItem'];
export type BankLoginErrorItem = Access['BankLoginErrorItem'];
export type ForeignMoneyTransferItem = Access['ForeignMoneyTransferItem'];
export type HighTransactionAmountItem = Access['HighTransactionAmountItem'];

/** The decrypted details of items. */
export type AccountBalanceDetails = Access['AccountBalanceDetails'];
export type NewTransactionsDetails = Access['NewTransactionsDetails'];
export type BankLoginErrorDetails = Access['BankLoginErrorDetails'];
export type ForeignMoneyTransferDetails = Access['ForeignMoneyTransferDetails'];
export type HighTransactionAmountDetails = Access['HighTransactionAmountDetails'];
export type CategoryCashFlowDetails = Access['CategoryCashFlowDetails'];

type BodyIn<Part> = Part extends { content: infer Content } ? Content[keyof Content] : never;

/** The request body of an operation; never for one that sends none. */
export type RequestOf<Id extends keyof Operations> = BodyIn<NonNullable<Operations[Id]['requestBody']>>;

/** A documented answer of an operation, by the key under which the documents show it: 201, 451 or '2XX'. */
export type AnswerOf<Id extends keyof Operations, Status extends keyof Operations[Id]['responses']> = BodyIn<
  Operations[Id]['responses'][Status]
>;
