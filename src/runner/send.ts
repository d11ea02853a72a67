/** Makes one call, with its request filled in, and returns the exchange. */

import { jsonIn, writeJson } from '../../contracts/src/base/exact-json.ts';
import { secretsIn } from '../../contracts/src/base/redact.ts';
import type { Body, Exchange } from '../../contracts/src/judge/exchange.ts';
import { isBusy } from '../../contracts/src/judge/operation.ts';
import { callName } from '../base/call-text.ts';
import { bodyForTarget, type CaseCall, callerOf, fill, names, type SentExchange, sentBody } from './call.ts';
import { sentResponse } from './sender.ts';
import type { Session, Target } from './session/session.ts';
import type { Values } from './test-data.ts';
import { OutOfReach, Unproven } from './unproven.ts';
import { baseOf, wireRequest } from './wire-request.ts';

/** The body of a call with every placeholder filled, as the target takes it. A body that is invalid on purpose is not adapted. */
export async function filledBody(
  { testData, clock = async () => Date.now() }: Pick<Target, 'testData' | 'clock'>,
  { values: named }: Pick<Session, 'values'>,
  { when, send }: Pick<CaseCall, 'when' | 'send'>,
  earlier: readonly Exchange[] = [],
): Promise<unknown> {
  const body = sentBody(send);
  if (body === undefined) return undefined;
  const hasDate = when === 'createMoneyTransferV1' || when === 'createStandalonePayment';
  const values: Values = { ...named, testData, now: hasDate ? await clock() : 0 };
  const filled = fill(body, values, earlier);
  if (typeof send === 'object' && 'broken' in send) {
    if (writeJson(fill(send.valid, values, earlier)) !== writeJson(filled)) return filled;
    throw new OutOfReach('with the test data of the target this is not a mistake', 'testData');
  }
  return bodyForTarget(when, filled, values);
}

/**
 * Sends the call and follows no redirect. Throws Unproven if the provider stays busy or does not respond in time.
 */
export async function send(
  target: Target,
  session: Session,
  call: CaseCall,
  earlier: readonly Exchange[] = [],
): Promise<SentExchange> {
  const { name, traces, secrets, history } = target;
  const { when } = call;
  if (names(sentBody(call.send), 'userName')) await session.createUser();
  const json = await filledBody(target, session, call, earlier);
  const { request, text } = wireRequest(target, call, json, await session.token(callerOf(call)));
  traces?.spend(when);
  const { method, url, headers } = request;
  const written = { method, headers, ...(text !== undefined && { body: text }) };
  const again = () => traces?.addTwice(when);
  const received = await sentResponse(target, { name, at: baseOf(target, call) }, url, written, again);
  const { status } = received;
  traces?.add(when, status);
  const body = responseBody(received.text);
  // An error response can hold a token, too.
  const issued = body && ('json' in body ? body.json : Object.fromEntries(new URLSearchParams(body.text)));
  if (when === 'createToken') for (const token of secretsIn(issued, /token$/i)) secrets?.add(token, 'secret');
  if (isBusy(status)) throw new Unproven(`${name} is busy: it responds to ${callName(when)} with ${status}`);
  const sent = { as: callerOf(call), isToFail: call.then === 'refused', values: session.values };
  const exchange = {
    request,
    response: { status, headers: received.headers, ...(body && { body }) },
    sent,
  };
  history?.add(when, exchange);
  return exchange;
}

/** JSON where the text is JSON, whatever its content type says; undefined for no body. */
function responseBody(text: string): Body | undefined {
  if (text === '') return undefined;
  const json = jsonIn(text);
  return json === undefined ? { text } : { json };
}
