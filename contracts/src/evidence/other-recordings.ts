/** Recognises the files of other tools that hold calls in another shape, and other bytes than UTF-8 text. */
import { InputError } from '../base/errors.ts';
import { isObject, member } from '../base/json-value.ts';

/** Other recordings of calls, and the members by which one is known; a stub or an interaction alone, too. */
const OTHER_FORMATS: readonly (readonly [format: string, is: (document: unknown) => boolean])[] = [
  ['a Postman collection', (it) => Array.isArray(member(it, 'item')) && isObject(member(it, 'info'))],
  [
    'a pact',
    (it) =>
      isObject(member(it, 'consumer')) &&
      (has(it, 'interactions') || has(it, 'messages')) &&
      has(it, 'provider'),
  ],
  [
    'a WireMock file',
    (it) =>
      Array.isArray(member(it, 'mappings')) ||
      Array.isArray(member(it, 'requests')) ||
      ['urlPath', 'urlPattern', 'urlPathPattern', 'urlPathTemplate'].some((name) =>
        has(member(it, 'request'), name),
      ) ||
      ['jsonBody', 'bodyFileName'].some((name) => has(member(it, 'response'), name)),
  ],
  ['a result of verify', (it) => Array.isArray(member(it, 'targets')) && has(it, 'exitCode')],
  ['a recording of nock', (it) => ['scope', 'path', 'response'].every((name) => has(it, name))],
];

function has(value: unknown, name: string): boolean {
  return member(value, name) !== undefined;
}

/** Throws InputError for the first value of a file that holds calls in another shape than records. */
export function refuseOtherFormat(first: unknown): void {
  const format = OTHER_FORMATS.find(([, is]) => is(first))?.[0];
  if (format !== undefined) throw notARecording(format);
}

/** Throws InputError for the first bytes of a file that is no JSON: UTF-16, binary, or a transcript of curl. */
export function refuseOtherBytes(start: Uint8Array): void {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new InputError('it is UTF-16 text: save it as UTF-8');
  if (start.includes(0)) throw new InputError('it is not text: records are NDJSON or a HAR export');
  if (isCurl(new TextDecoder().decode(start.subarray(0, 1000))))
    throw notARecording('a command or an output of curl');
}

/** A command or a transcript of curl; `start` is how the text starts. */
function isCurl(start: string): boolean {
  return /^\s*(\$ )?curl\s|^\s*HTTP\/[0-9.]+ [1-5][0-9]{2}|^(\* .*|[<>] .*)\n[*<>{]/.test(start);
}

function notARecording(format: string): InputError {
  return new InputError(
    `it is ${format}, not a recording of calls with their answers: record them as HAR, in a browser (developer tools, Network, "Save all as HAR") or by a proxy (mitmdump --set hardump=calls.har)`,
  );
}
