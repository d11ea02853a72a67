/** The matchers as test runners type them; the modules for vitest and jest add them to `expect`. */
import type { operations } from '../../generated/operations.ts';
import type { OperationId } from '../judge/operation.ts';
import type { TriggerEvent } from '../messages/notification-rule.ts';
import type { FetchedAnswer } from './received-answer.ts';
import type { NotificationOptions } from './to-be-notification.ts';

/** 201 or 451 where the documentation shows a number; '2XX' and '4XX' stand for all that it leaves open. */
type DocumentedStatus<Id extends OperationId> = StatusOf<keyof (typeof operations)[Id]['answers']>;

type StatusOf<Key> = Key extends `${infer Status extends number}`
  ? Status
  : Key extends number
    ? Key
    : Key & string;

/** `Result` is what the runner's own matchers give back, `Received` what was passed to `expect`. */
export interface ContractMatchers<Result, Received> {
  /**
   * An answer of fetch (then the matcher is awaited), `{ status, headers, body }`, what supertest gives, or a plain body is
   * the documented answer of the operation. Of a plain body no status and no header is looked at. A refusal ('4XX') is
   * any 4xx or 5xx.
   */
  toMatchContract<Id extends OperationId>(
    operationId: Id,
    status: DocumentedStatus<Id>,
  ): Received extends FetchedAnswer ? Promise<void> : Result;
  /** A message, as JSON text or as its value, is of the event, decrypts, and keeps all that is documented; awaited. */
  toBeNotification(event: TriggerEvent, options: NotificationOptions): Promise<void>;
}
