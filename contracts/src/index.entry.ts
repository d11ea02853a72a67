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
export type TokenRequest = Access['TokenRequest'];
export type Token = Access['Token'];

/** POST /users. */
export type UserRequest = Access['UserRequest'];
export type User = Access['User'];

/** POST /notificationRules; `params` go with `triggerEvent`. */
export type NotificationRuleRequest = Access['NotificationRule'];

/** GET /clientConfiguration. */
export type ClientConfiguration = Access['ClientConfiguration'];

/** The V1 flows, and the envelope of their 451. */
export type BankConnectionImportV1 = Access['BankConnectionImportV1'];
export type MoneyTransferV1 = Access['MoneyTransferV1'];
export type MoneyTransferOrderV1 = Access['MoneyTransferOrderV1'];
export type AddressV1 = Access['AddressV1'];
export type PaymentV1 = Access['PaymentV1'];
export type PaymentSubmissionV1 = Access['PaymentSubmissionV1'];
export type WebFormRequiredV1 = Access['WebFormRequiredV1'];

/** Web Form V2. */
export type BankConnectionImport = WebForms['BankConnectionImport'];
export type StandalonePayment = WebForms['StandalonePayment'];
export type Order = WebForms['Order'];
export type Address = WebForms['Address'];
export type WebForm = WebForms['WebForm'];

/** The items of messages as they are sent. */
export type AccountItem = Access['AccountItem'];
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
