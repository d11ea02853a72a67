/** The errors of the client, as classes to catch. */
import type { operations } from '../../generated/operations.ts';
import { shortened } from '../base/text.ts';

export interface CalledOperation {
  readonly operation: keyof typeof operations;
  /** The payment that a V1 submission names. */
  readonly paymentId?: number;
}

/**
 * A call that was sent and failed. No message contains a URL or a secret of the request. What cannot be sent at all
 * (an invalid URL, a token with characters that no header allows) is a TypeError and never a CallError.
 */
export abstract class CallError extends Error {
  readonly operation: CalledOperation['operation'];
  /**
   * Errors of submitPaymentV1 only: the payment that exists and is not known to be submitted. Submit it again by this
   * id; opening the form anew would create a second payment.
   */
  readonly paymentId: number | undefined;

  constructor({ operation, paymentId }: CalledOperation, message: string) {
    super(`${operation} ${message}`);
    this.operation = operation;
    this.paymentId = paymentId;
  }
}

/** The service refused: any status of 400 or more that is not the documented success (Errors 6). */
export class Refused extends CallError {
  override readonly name = 'Refused';
  readonly status: number;
  /** Every text of the body, in its order, joined by " | "; the secrets of the request are hidden in it. */
  readonly words: string;
  /** The id to name to the support of the service, if the body is an envelope that contains it (Errors 1). */
  readonly requestId: string | undefined;

  constructor(
    called: CalledOperation,
    answer: { status: number; words: string; requestId?: string | undefined },
  ) {
    const words = shortened(answer.words, LONGEST);
    super(called, `is refused with ${answer.status}${words && `: ${words}`}`);
    this.status = answer.status;
    this.words = answer.words;
    this.requestId = answer.requestId;
  }
}

/**
 * The service answered, but the caller cannot use it: another status than documented, a redirect, no JSON, or a missing
 * field. A POST may have done its work all the same.
 */
export class MalformedAnswer extends CallError {
  override readonly name = 'MalformedAnswer';
  readonly status: number;
  /** What is wrong, such as "url is missing"; never a value of the response. */
  readonly fault: string;

  constructor(called: CalledOperation, status: number, fault: string) {
    super(called, `has a malformed response: ${fault}`);
    this.status = status;
    this.fault = fault;
  }
}

/** No whole response came: no connection, one that broke, or none in time. A POST is not repeated, since it may have done its work. */
export class NoAnswer extends CallError {
  override readonly name = 'NoAnswer';

  constructor(called: CalledOperation, reason: string) {
    super(called, `has no response (${reason})`);
  }
}

const LONGEST = 200;
