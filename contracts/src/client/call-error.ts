/** The errors of the client, as classes to catch. */
import type { operations } from '../../generated/operations.ts';
import { shortened } from '../base/text.ts';

export interface CalledOperation {
  readonly operation: keyof typeof operations;
  /** The id of the payment that a V1 submission names. */
  readonly paymentId?: number;
}

/**
 * A call that was sent and failed. No message contains a URL or a secret of the request. A call that cannot be sent (an
 * invalid URL, a token with characters that no header allows) throws TypeError and never a CallError.
 */
export abstract class CallError extends Error {
  readonly operation: CalledOperation['operation'];
  /**
   * Only for errors of submitPaymentV1: the id of a payment that exists and may not be submitted. Submit it again by this id;
   * opening the form anew would create a second payment.
   */
  readonly paymentId: number | undefined;

  constructor({ operation, paymentId }: CalledOperation, message: string) {
    super(`${operation} ${message}`);
    this.operation = operation;
    this.paymentId = paymentId;
  }
}

/** The service refused the call: any status of 400 or more that is not the documented success (Errors 6). */
export class Refused extends CallError {
  override readonly name = 'Refused';
  readonly status: number;
  /** Every text of the body in order, joined by " | ", without the secrets of the request. */
  readonly words: string;
  /** The request id to quote to the service's support, if the body is an envelope that contains it (Errors 1). */
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
 * The response is unusable: another status than documented, a redirect, no JSON, or a missing field. A POST may still have
 * taken effect.
 */
export class MalformedAnswer extends CallError {
  override readonly name = 'MalformedAnswer';
  readonly status: number;
  /** The problem, such as "url is missing"; never a value of the response. */
  readonly fault: string;

  constructor(called: CalledOperation, status: number, fault: string) {
    super(called, `has a malformed response: ${fault}`);
    this.status = status;
    this.fault = fault;
  }
}

/** No complete response: no connection, a broken one, or a timeout. A POST is not repeated, since it may have taken effect. */
export class NoAnswer extends CallError {
  override readonly name = 'NoAnswer';

  constructor(called: CalledOperation, reason: string) {
    super(called, `has no response (${reason})`);
  }
}

const LONGEST = 200;
