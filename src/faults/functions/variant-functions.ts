/** Fields of the items of messages that would hold null are left out. */

import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { isObject } from '../../../contracts/src/base/json-value.ts';
import type { PostedAs } from '../../sandbox/batch-update/outbox.ts';
import type { HookContext } from '../../sandbox/fault-hooks.ts';
import type { Answer, Response } from '../../sandbox/operations/request-and-answer.ts';
import { editItems, editTransactions } from '../edit-tree.ts';
import type { FaultySeams } from '../fault.ts';
import { answeredOtherwise } from './call-functions.ts';

export function absentForNull(): FaultySeams {
  return {
    plainMessage: (message) =>
      editItems(message, (item) =>
        Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
      ),
  };
}

/** The transactions of every NEW_TRANSACTIONS message name a category, not only those of rules that wait for one. */

export function categoriesEverywhere(category: object): FaultySeams {
  return {
    plainMessage: (message) =>
      message.triggerEvent === 'NEW_TRANSACTIONS'
        ? editTransactions(message, (transactions) => transactions.map((one) => ({ ...category, ...one })))
        : message,
  };
}

/** The addresses of web forms have another shape, in V1 and V2 alike. */

export function formAddressesOtherwise(write: (address: URL) => URL): FaultySeams {
  return {
    answer: (answer) => {
      const { headers = {}, body } = answer;
      const { location } = headers;
      if (location !== undefined)
        return { ...answer, headers: { ...headers, location: write(new URL(location)).href } };
      if (typeof body !== 'object' || body === null || !('url' in body)) return answer;
      return { ...answer, body: { ...body, url: write(new URL(String(body.url))).href } };
    },
  };
}

/** The times of web forms are the same instants on a clock of another zone. */

/** `offset` is written as in +0530. */
export function formTimesInZone(offset: string): FaultySeams {
  const minutes =
    (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3))) * (offset.startsWith('-') ? -1 : 1);
  const moved = (time: unknown): string => {
    const instant = Date.parse(String(time).replace('+0000', 'Z'));
    return new Date(instant + minutes * 60_000).toISOString().replace('Z', offset);
  };
  return {
    answer: (answer) => {
      const { body } = answer;
      if (typeof body !== 'object' || body === null || !('createdAt' in body && 'expiresAt' in body))
        return answer;
      const { createdAt, expiresAt } = body;
      return { ...answer, body: { ...body, createdAt: moved(createdAt), expiresAt: moved(expiresAt) } };
    },
  };
}

/** The envelope of a 451 answer has a second entry in its errors, with a code of its own. */

const FURTHER = {
  message: '4711',
  code: 'BANK_UNDER_MAINTENANCE',
  type: 'TECHNICAL',
  multiStepAuthentication: null,
};

/** `place` puts it behind the documented one or before it. */
export function furtherError(place: 'behind' | 'before'): FaultySeams {
  return {
    answer: (answer) => {
      if (answer.status !== 451) return answer;
      const body = answer.body as { errors: readonly object[] };
      const errors = place === 'behind' ? [...body.errors, FURTHER] : [FURTHER, ...body.errors];
      return { ...answer, body: { ...body, errors } };
    },
  };
}

/** The accounts or bank connections of a message stand in the opposite order; the order of transactions stays. */

export function itemsReversed(): FaultySeams {
  return {
    plainMessage: (message) =>
      Object.fromEntries(
        Object.entries(message).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.toReversed() : value,
        ]),
      ) as typeof message,
  };
}

/** Every object of answers, messages and their details is written anew, whatever it is. */

export type Fields = readonly (readonly [name: string, value: unknown])[];

/** `write` is given the fields of an object in their order. */
export function objectsOtherwise(write: (fields: Fields) => Fields): FaultySeams {
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written);
    if (!isObject(value)) return value;
    return Object.fromEntries(write(Object.entries(value).map(([name, inner]) => [name, written(inner)])));
  };
  return {
    answer: (answer) => ({ ...answer, ...('body' in answer && { body: written(answer.body) }) }),
    plainMessage: (message) => written(message) as typeof message,
  };
}

/** A message is posted in another way: by another method, with other headers, later. */

/** `as` is asked for every message. */
export function postedOtherwise(as: () => PostedAs): FaultySeams {
  return { posts: (post) => [{ ...post, as: as() }] };
}

/** A refusal is told otherwise: by another body, or by none. */

/** `write` is given the words of the refusal. */
export function refusedOtherwise(
  write: (says: string, context: HookContext) => Partial<Response>,
): FaultySeams {
  return {
    response: (response, context) =>
      response.status < 400 || response.status === 451
        ? response
        : { ...response, ...write(wordsOf(response), context) },
  };
}

/** Without the quotes and names of JSON. */
function wordsOf({ body }: Response): string {
  const words: string[] = [];
  JSON.parse(body, (_, value) => {
    if (typeof value === 'string') words.push(value);
    return value;
  });
  return words.join(' ');
}

/** The same JSON in another text: of answers, of messages, and of the details in them. */

/** A text in quotes, or a number; every other sign of a JSON text is punctuation. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** `write` is given each JSON text as it would leave. */
export function textOtherwise(write: (json: string) => string): FaultySeams {
  return {
    response: (response) => (response.body === '' ? response : { ...response, body: write(response.body) }),
    plainMessage: (message) =>
      editItems(message, (item) =>
        typeof item['details'] === 'object' ? { ...item, details: write(writeJson(item['details'])) } : item,
      ),
    messageText: write,
  };
}

/** Every number of a JSON text written by `write`. */
export function numbersAs(write: (number: string) => string): (json: string) => string {
  return (json) => json.replace(TOKEN, (token) => (token.startsWith('"') ? token : write(token)));
}

/** Every text of a JSON text written by `write`, given without its quotes; escapes stand in it as they are. */
export function textsAs(write: (text: string) => string): (json: string) => string {
  return (json) =>
    json.replace(TOKEN, (token) => (token.startsWith('"') ? `"${write(token.slice(1, -1))}"` : token));
}

/** With white space wherever JSON allows some. */
export function spacedOut(json: string): string {
  const tokens = json.replace(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g, (token) =>
    token.startsWith('"') ? token : `\t${token}\r\n `,
  );
  return `\n${tokens} `;
}

/** The differences of benign variants that no edit can say, by the names that rows of `contracts/variants.yaml` call them by. */

const UNDOCUMENTED = ['undocumentedField', { of: [null, 1, 'text', true, []] }] as const;
/** A sign of a JSON text, or an escape, which stays. */
const SIGN = /\\(?:u[0-9a-f]{4}|.)|[a-zäöüß/]/gi;
const POSTED: readonly PostedAs[] = [
  { method: 'PUT', headers: { 'content-type': 'text/plain; charset=utf-8' } },
  { method: 'PATCH', headers: { 'content-type': 'application/vnd.bank+json', 'x-signature': 'sha256=00' } },
  { method: 'POST', headers: { authorization: 'Basic eA==', 'x-request-id': '1' } },
];
const HTML = { 'content-type': 'text/html; charset=utf-8' };

export const variantFunctions: Readonly<Record<string, () => FaultySeams>> = {
  moreInEveryObject: () => objectsOtherwise((fields) => [...fields, UNDOCUMENTED]),
  keysTurnedRound: () => objectsOtherwise((fields) => fields.toReversed()),

  escapedTexts: () => textOtherwise(textsAs((text) => text.replace(SIGN, escaped))),
  spacedOut: () => textOtherwise(spacedOut),
  numbersWithExponent: () =>
    textOtherwise(numbersAs((number) => (/e/i.test(number) ? number : `${number}E0`))),
  numbersWithZeros: () => textOtherwise(numbersAs(withZero)),

  ruleWithoutBody: () => ruleAnswered({ status: 201 }),
  ruleWith204: () => ruleAnswered({ status: 204 }),
  headersOtherwise: () => ({
    response: (response) => ({
      ...response,
      headers: Object.fromEntries([
        ...Object.entries(response.headers).map(([name, value]) => [name.toUpperCase(), value]),
        ['X-Request-Id', '0000-1111'],
        ['Set-Cookie', 'a=b'],
      ]),
    }),
  }),

  refusedInEnvelope: () =>
    refusedOtherwise((says, { request }) => ({ body: envelopeOf(says, `${request.method} ${request.url}`) })),
  refusedInHtml: () => refusedOtherwise((says) => ({ headers: HTML, body: `<!doctype html><p>${says}</p>` })),
  refusedWithoutWords: () =>
    refusedOtherwise((_, { operationId }) =>
      operationId === 'createNotificationRule' ? {} : { headers: {}, body: '' },
    ),

  formsWithQueryAndFragment: () =>
    formAddressesOtherwise((address) => new URL(`${address}?lang=de&theme=#start`)),
  formsInDeepPath: () => formAddressesOtherwise((address) => new URL(`/a/b/c${address.pathname}`, address)),
  formsOnAnotherHost: () =>
    formAddressesOtherwise((address) => new URL(`https://forms.example${address.pathname}`)),
  formTimesInBerlin: () => formTimesInZone('+0100'),
  formTimesInNewfoundland: () => formTimesInZone('-0330'),
  furtherErrorBehind: () => furtherError('behind'),
  furtherErrorBefore: () => furtherError('before'),

  absentForNull,
  categoriesNull: () => categoriesEverywhere({ categoryId: null, categoryName: null }),
  categoriesFilled: () => categoriesEverywhere({ categoryId: 1, categoryName: 'Salary' }),

  itemsReversed,
  postedOtherwise: () => {
    let count = 0;
    return postedOtherwise(() => POSTED[count++ % POSTED.length] as PostedAs);
  },
  postedLate: () => {
    let count = 0;
    return postedOtherwise(() => ({ after: waited((++count % 3) * 5) }));
  },
};

function ruleAnswered(instead: Answer): FaultySeams {
  return answeredOtherwise((answer, { operationId }) =>
    operationId === 'createNotificationRule' ? instead : answer,
  );
}

/** In milliseconds. */
function waited(time: number): () => Promise<unknown> {
  return () => new Promise((over) => setTimeout(over, time));
}

function escaped(sign: string): string {
  return sign.startsWith('\\') ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** 12.5 as 12.50 and 12 as 12.0. */
function withZero(number: string): string {
  if (/e/i.test(number)) return number;
  return number.includes('.') ? `${number}0` : `${number}.0`;
}

function envelopeOf(message: string, endpoint: string): string {
  return JSON.stringify({
    errors: [{ message, code: 'BAD_REQUEST', type: 'TECHNICAL', multiStepAuthentication: { hash: 'x' } }],
    date: '2026-03-02 09:00:00.000',
    requestId: 'request-1',
    endpoint,
    authContext: '',
    bank: '',
  });
}
