/** The same JSON in another text: of answers, of messages, and of the details in them. */
import { writeJson } from '../../../contracts/src/contract/exact-json.ts';
import type { FaultySeams } from '../fault.ts';
import { editItems } from '../seams/edit-items.ts';

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
