/** The differences of benign variants that no edit can say, by the names that rows of `contracts/variants.yaml` call them by. */
import type { Answer } from '../sandbox/answer.ts';
import type { PostedAs } from '../sandbox/delivery/poster.ts';
import type { FaultySeams } from './fault.ts';
import { absentForNull } from './functions/absent-for-null.ts';
import { answeredOtherwise } from './functions/answered-otherwise.ts';
import { categoriesEverywhere } from './functions/categories-everywhere.ts';
import { formAddressesOtherwise } from './functions/form-addresses-otherwise.ts';
import { formTimesInZone } from './functions/form-times-in-zone.ts';
import { furtherError } from './functions/further-error.ts';
import { itemsReversed } from './functions/items-reversed.ts';
import { objectsOtherwise } from './functions/objects-otherwise.ts';
import { postedOtherwise } from './functions/posted-otherwise.ts';
import { refusedOtherwise } from './functions/refused-otherwise.ts';
import { numbersAs, spacedOut, textOtherwise, textsAs } from './functions/text-otherwise.ts';

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
