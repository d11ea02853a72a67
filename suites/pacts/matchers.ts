/** Pact matchers for what the documentation describes as a form or a list of words, and not as one value. */
import { MatchersV3 } from '@pact-foundation/pact';

const { regex } = MatchersV3;

type Matcher = MatchersV3.Matcher<string>;

/** `date` of the V1 error envelope: a space, milliseconds, no offset. */
export const envelopeTime = (example: string): Matcher =>
  regex(String.raw`^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}$`, example);

/** A time of a V2 web form: T, milliseconds, a numeric offset without a colon. */
export const webFormTime = (example: string): Matcher =>
  regex(String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{4}$`, example);

/** yyyy-MM-dd. */
export const day = (example: string): Matcher => regex(String.raw`^\d{4}-\d{2}-\d{2}$`, example);

export const numericString = (example: string): Matcher => regex(String.raw`^\d+$`, example);

export const absoluteUrl = (example: string): Matcher => regex('^https?://.+$', example);

/** One of the documented words; the first is the example. */
export const oneOf = (...words: readonly [string, ...string[]]): Matcher =>
  regex(`^(${words.join('|')})$`, words[0]);

/** The value of an authorization header; a verifier puts a real token in the place of the example. */
export const bearer = (token: string): Matcher => regex('^Bearer .+$', `Bearer ${token}`);
