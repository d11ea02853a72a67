/** Makes one call over HTTP and returns the exchange; never follows a redirect and never repeats a call. */
import { operations } from '../../../contracts/generated/operations.ts';
import { readJson } from '../../../contracts/src/contract/exact-json.ts';
import type { Body, Exchange } from '../../../contracts/src/judge/exchange.ts';
import type { Session, Target } from '../targets/target.ts';
import { type Call, sentBody } from './call.ts';
import { fill, names } from './fill.ts';
import { unanswered } from './no-answer.ts';
import { overNetwork } from './over-network.ts';
import { wireRequest } from './wire-request.ts';

/** Throws NoAnswer when the target does not answer within its time limit. */
export async function send(
  target: Target,
  session: Session,
  call: Call,
  earlier: readonly Exchange[] = [],
): Promise<Exchange> {
  const { carry = overNetwork } = target;
  const { document, token } = operations[call.when];
  const caller = call.as ?? (token === 'no' ? 'nobody' : token);
  const body = sentBody(call.send);
  if (names(body, 'userName')) await session.createUser();
  const json = fill(body, session.values, earlier);
  const { request, text } = wireRequest(target, call, json, await session.token(caller));
  try {
    const response = await carry(request.url, {
      method: request.method,
      headers: request.headers,
      signal: AbortSignal.timeout(target.timeLimit),
      ...(text !== undefined && { body: text }),
    });
    target.traces?.hear(call.when, response.status);
    const fields = [...response.headers];
    const sent = readBody(await response.text());
    const strike = target.secrets?.strikeIn([sent, ...fields.map(([, value]) => value)], {
      issues: call.when === 'createToken',
    });
    const body = strike?.(sent) ?? sent;
    const headers = Object.fromEntries(fields.map(([name, value]) => [name, strike?.(value) ?? value]));
    return { request, response: { status: response.status, headers, ...(body && { body }) } };
  } catch (error) {
    const url = document === 'access' ? target.accessUrl : target.webFormUrl;
    throw unanswered(target.name, url, error, target.timeLimit);
  }
}

/** JSON where the text is JSON, whatever its content type says; undefined for no body. */
function readBody(text: string): Body | undefined {
  if (text === '') return undefined;
  try {
    return { json: readJson(text).value };
  } catch {
    return { text };
  }
}
