/** The types of requests, responses and messages, and the tables of operations and trigger events. */
import type { operations as accessOperations } from '../generated/access.ts';
import type { operations as webFormOperations } from '../generated/web-form.ts';

export type {
  AccountItem,
  AddressV1,
  ClientConfiguration,
  ImportRequestV1,
  MoneyTransferOrderV1,
  NotificationRuleRequest,
  PaymentRequestV1,
  PaymentSubmissionV1,
  PaymentV1,
  Token,
  TokenRequest,
  User,
  UserRequest,
  WebFormRequiredV1,
} from '../generated/access.ts';
export type { ClauseId } from '../generated/clause-id.ts';
export type * from '../generated/event-types.ts';
export { operations, triggerEvents } from '../generated/operations.ts';
export type {
  Address,
  ImportRequest,
  Order,
  PaymentRequest,
  WebForm,
} from '../generated/web-form.ts';
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

type Operations = accessOperations & webFormOperations;

type BodyIn<Part> = Part extends { content: infer Content } ? Content[keyof Content] : never;

/** The request body of an operation; never for one that sends none. */
export type RequestOf<Id extends keyof Operations> = BodyIn<Operations[Id]['requestBody']>;

/** A documented response of an operation, by its documented status: 201, 451 or '2XX'. */
export type AnswerOf<Id extends keyof Operations, Status extends keyof Operations[Id]['responses']> = BodyIn<
  Operations[Id]['responses'][Status]
>;
