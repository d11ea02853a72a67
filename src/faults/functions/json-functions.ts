/** Variants that rewrite every JSON value or text: its order, white space, escapes and numbers, and texts of some fields. */
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import { isObject } from '../../../contracts/src/base/json-value.ts';
import { editAt } from '../edit-tree.ts';
import type { FaultFunctions, MakeHooks } from '../fault.ts';

const UNDOCUMENTED = ['undocumentedField', { of: [null, 1, 'text', true, []] }] as const;
/** A character of a JSON text, or an escape, which stays. */
const CHARACTER = /\\(?:u[0-9a-f]{4}|.)|[a-zäöüß/]/gi;
/** A text in quotes, or a number; every other character of a JSON text is punctuation. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Fields that may be null or empty (NULL-OR-ABSENT). */
const MAY_BE_UNSET =
  /^(counterpart.*|purpose|.*iban|bankConnectionName|.*(Message|Url|Authentication)|accountId)$/i;
const TEXTS_OF_BANK = /^(purpose|counterpartName|errorMessage)$/;

export const jsonFunctions: FaultFunctions = {
  // The same JSON in another text.
  moreInEveryObject: rewritingObjects((fields) => [...fields, UNDOCUMENTED]),
  keysTurnedRound: rewritingTexts((json) => writeJson(turnedRound(readJson(json)))),
  escapedTexts: rewritingTexts((json) =>
    json.replace(TOKEN, (token) => (token.startsWith('"') ? token.replace(CHARACTER, unicodeEscape) : token)),
  ),
  spacedOut: rewritingTexts(spacedOut),
  ibansInFours: rewritingTextsOf(/iban$/i, (iban) => iban.replace(/(.{4})(?=.)/g, '$1 ')),
  numbersWithExponent: rewritingTexts(numbersAs((number) => `${number}E0`)),
  // 12.5 as 12.50 and 12 as 12.0.
  numbersWithZeros: rewritingTexts(numbersAs((number) => `${number}${number.includes('.') ? '0' : '.0'}`)),

  // Texts of some fields.
  textsOfBankCut: rewritingTextsOf(TEXTS_OF_BANK, (text) => [...text].slice(0, 27).join('')),
  textsOfBankCollapsed: rewritingTextsOf(TEXTS_OF_BANK, (text) => text.replace(/\s+/g, ' ').trim()),
  nullForEmpty: rewritingTextsOf(MAY_BE_UNSET, (text) => text || null),
  absentForEmpty: rewritingObjects((fields) =>
    fields.filter(([name, value]) => value || !MAY_BE_UNSET.test(name)),
  ),
};

type Fields = readonly (readonly [name: string, value: unknown])[];

/** Rewrites every object of responses, messages and their details; `write` gets its fields in order. */
function rewritingObjects(write: (fields: Fields) => Fields): MakeHooks {
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written);
    if (!isObject(value)) return value;
    return Object.fromEntries(write(Object.entries(value).map(([name, inner]) => [name, written(inner)])));
  };
  return () => ({
    answer: (answer) => ({ ...answer, ...('body' in answer && { body: written(answer.body) }) }),
    plainMessage: (message) => written(message) as typeof message,
  });
}

function turnedRound(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnedRound);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, turnedRound(inner)]),
  );
}

/** Rewrites the texts in fields of these names. */
function rewritingTextsOf(names: RegExp, write: (text: string) => string | null): MakeHooks {
  return rewritingObjects((fields) =>
    fields.map(([name, value]) => [
      name,
      names.test(name) && typeof value === 'string' ? write(value) : value,
    ]),
  );
}

/** Rewrites each JSON text before it is sent: responses, messages, and the details in them. */
function rewritingTexts(write: (json: string) => string): MakeHooks {
  return () => ({
    response: (response) => (response.body === '' ? response : { ...response, body: write(response.body) }),
    plainMessage: (message) =>
      editAt(message, '/*/*/details', (details) =>
        typeof details === 'object' ? write(writeJson(details)) : details,
      ),
    messageText: write,
  });
}

/** Rewrites every number of a JSON text, except those with an exponent. */
function numbersAs(write: (number: string) => string): (json: string) => string {
  return (json) => json.replace(TOKEN, (token) => (/^"|e/i.test(token) ? token : write(token)));
}

/** Adds white space wherever JSON allows it. */
function spacedOut(json: string): string {
  const tokens = json.replace(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g, (token) =>
    token.startsWith('"') ? token : `\t${token}\r\n `,
  );
  return `\n${tokens} `;
}

function unicodeEscape(character: string): string {
  if (character.startsWith('\\')) return character;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
