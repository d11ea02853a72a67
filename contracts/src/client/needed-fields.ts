/** Reads the body of a success, and refuses one that lacks what the caller needs to go on. */
import { kindOf } from '../contract/show.ts';
import type { Answer } from './answer.ts';
import { MalformedAnswer } from './call-error.ts';
import { member } from './words.ts';

type Kind<Value> = Value extends string
  ? 'string'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'boolean'
      : never;

/**
 * The body, typed as documented. Only the needed fields are looked at: a caller is better served by a user or payment
 * that was created than by the complaint that its answer lacks a field which nobody reads. Whoever wants every field
 * judged has the validators. Throws MalformedAnswer.
 */
export function neededFields<Body>(
  { call, status, text }: Answer,
  needed: { readonly [Name in keyof Body]?: Kind<Body[Name]> },
): Body {
  const body = jsonOf(text);
  if (body === undefined) {
    throw new MalformedAnswer(call, status, `the body is ${text === undefined ? 'empty' : 'not JSON'}`);
  }
  const faults = Object.entries(needed).flatMap(([name, kind]) => {
    const value = member(body, name);
    return typeof value === kind && value !== ''
      ? []
      : [`${name} is ${value === '' ? 'empty' : kindOf(value)}`];
  });
  if (faults.length > 0) throw new MalformedAnswer(call, status, faults.join(', '));
  return body as Body;
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
