/** Text as it is written: without the secrets that are known, and without characters that change how the rest of it is shown. */
import type { Secrets } from '../../../contracts/src/base/known-values.ts';

export type Format = 'json' | 'markup' | 'text';

type Strike = (text: string) => string;

/** JSON, HTML and XML stay what they are. */
export function finishedText(text: string, secrets: Secrets, format: Format): string {
  const strike: Strike = (part) => secrets.strike(part, (what) => `[${what}]`);
  const struck = secrets.size === 0 ? text : WITHOUT[format](text, strike);
  return struck.replace(format === 'markup' ? STEERING : STEERING_LOG, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** C1 and bidirectional control characters. JSON reads them back. */
const STEERING = /[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Also what GitHub's runner takes for a command, except the errors that `errorCommand` writes. */
const STEERING_LOG = new RegExp(
  `${STEERING.source}|#(?=#\\[)|:(?=:)(?<=^[^\\S\\n]*:)(?!(?<=^:):error[ :])`,
  'gm',
);

const WITHOUT: Readonly<Record<Format, (text: string, strike: Strike) => string>> = {
  json: inJson,
  // The text of an element, and of an attribute.
  markup: (text, strike) =>
    text.replace(/<(script|style)>[\s\S]*?<\/\1>|>[^<>]+|"[^"<>]*"/g, (part) =>
      part.startsWith('<') ? part : strike(part),
    ),
  text: (text, strike) => strike(text),
};

function inJson(text: string, strike: Strike): string {
  const number: Strike = (digits) => (strike(digits) === digits ? digits : `"${strike(digits)}"`);
  // What is between texts is text, too, where it is no JSON after all.
  const between: Strike = (part) =>
    /[^\s,:[\]{}\d.+Ee-]/.test(part.replace(/\b(?:true|false|null)\b/g, ''))
      ? strike(part)
      : part.replace(/-?\d[-+.\deE]*/g, number);
  let [struck, end] = ['', 0];
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', end)) {
    struck += between(text.slice(end, start));
    // No regular expression: it would need a stack as long as the longest text.
    for (end = start + 1; end < text.length && text[end] !== '"'; end++) if (text[end] === '\\') end++;
    end++;
    struck += strike(text.slice(start, end));
  }
  return struck + between(text.slice(end));
}
