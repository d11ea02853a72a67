/** Recognises the files of other tools that hold calls in another shape, and other bytes than UTF-8 text. */
import { InputError } from '../base/errors.ts';
import { member } from '../base/json-value.ts';

/** Files that hold calls in another shape, and the members that one has: all of a line, `.` before those of a member. */
const OTHER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  'a Postman collection': ['info item'],
  'a pact': ['consumer provider interactions', 'consumer provider messages'],
  // A stub alone, too.
  'a WireMock file': [
    'mappings',
    'requests',
    ...['urlPath', 'urlPattern', 'urlPathPattern', 'urlPathTemplate'].map((name) => `request.${name}`),
    'response.jsonBody',
    'response.bodyFileName',
  ],
  'a result of verify': ['targets exitCode'],
  'a recording of nock': ['scope path response'],
};

/** Throws InputError for the first value of a file that holds calls in another shape than records. */
export function refuseOtherFormat(first: unknown): void {
  const has = (path: string) => path.split('.').reduce(member, first) !== undefined;
  for (const [format, members] of Object.entries(OTHER_FORMATS))
    if (members.some((all) => all.split(' ').every(has))) throw notARecording(format);
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
    `it is ${format}, not a recording of calls with their responses: record them as HAR, in a browser (developer tools, Network, "Save all as HAR") or by a proxy (mitmdump --set hardump=calls.har)`,
  );
}
