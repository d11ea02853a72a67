/** Reads one record, {"request": {method, url, headers, body}, "response": {status, headers, body}}, as an exchange. */
import { isObject } from '../contract/is-object.ts';
import { kindOf } from '../contract/show.ts';
import type { Body, Exchange, Headers, Request, Response } from '../judge/exchange.ts';
import { answerKind, isSuccess, type OperationId } from '../judge/operation.ts';
import { requestSchema } from '../judge/schema-of.ts';
import { BrokenRecord } from './broken-record.ts';
import { recordedBody, recordedToken, UNRECORDED } from './recorded-body.ts';
import { recordedHeaders } from './recorded-headers.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One side of an exchange. Hardly a rule reads headers, and there are many: they are read when a rule does. */
class Recorded {
  readonly body?: Body;
  readonly #headers: unknown;

  constructor(headers: unknown, body: Body | undefined) {
    this.#headers = headers;
    if (body) this.body = body;
  }

  /** Throws BrokenRecord. */
  get headers(): Headers {
    return recordedHeaders(this.#headers);
  }
}

class RecordedRequest extends Recorded implements Request {
  readonly method: string;
  readonly url: string;

  constructor(method: string, url: string, headers: unknown, body: Body | undefined) {
    super(headers, body);
    this.method = method;
    this.url = url;
  }
}

class RecordedResponse extends Recorded implements Response {
  readonly status: number;

  constructor(status: number, headers: unknown, body: Body | undefined) {
    super(headers, body);
    this.status = status;
  }
}

/** Method, in capitals, and address: enough to recognise the operation. */
export type Call = Pick<Request, 'method' | 'url'>;

/** Throws BrokenRecord. */
export function recordedCall(record: unknown): Call {
  const { method, url } = partOf(record, 'request');
  if (typeof method !== 'string') throw new BrokenRecord(`the request method is ${kindOf(method)}, not text`);
  if (typeof url !== 'string') throw new BrokenRecord(`the request url is ${kindOf(url)}, not text`);
  return { method: method.toUpperCase(), url };
}

/** The whole exchange of a call that was recognised. Throws BrokenRecord, and so do its headers when they are read. */
export function recordedExchange(record: unknown, { method, url }: Call, operation: OperationId): Exchange {
  const sent = partOf(record, 'request');
  const answered = partOf(record, 'response');
  const status = statusOf(answered['status']);
  if (answered['body'] === UNRECORDED && answerKind(operation, status)?.schema)
    throw new BrokenRecord('the response body was not recorded');
  if (sent['body'] === UNRECORDED && requestSchema(operation) && isSuccess(operation, status))
    throw new BrokenRecord('the request body was not recorded');
  const body =
    operation === 'createToken' ? recordedToken(sent['body'], url) : recordedBody(sent['body'], 'request');
  const answer = recordedBody(answered['body'], 'response');
  return {
    request: new RecordedRequest(method, url, sent['headers'], body),
    response: new RecordedResponse(status, answered['headers'], answer),
  };
}

function partOf(record: unknown, name: 'request' | 'response'): Fields {
  if (!isObject(record)) throw new BrokenRecord('the record is not a JSON object');
  const part = record[name];
  if (part === undefined && typeof record['triggerEvent'] === 'string')
    throw new BrokenRecord('it is a bare message: a record of one is {"message": …}');
  if (!isObject(part)) throw new BrokenRecord(`the ${name} is ${kindOf(part)}, not an object`);
  return part;
}

/** Recorders write 0 for a call that got no answer. */
function statusOf(status: unknown): number {
  if (status === 0) throw new BrokenRecord('the response status is 0: the call got no answer');
  if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 999) return status;
  const found = typeof status === 'number' ? status : kindOf(status);
  throw new BrokenRecord(`the response status is ${found}, not a whole number from 100 to 999`);
}
