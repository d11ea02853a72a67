/** Writes a call as one line of a recording: decoded, without secrets; with `--redact`, personal values are made up. */

import { JsonError, readJson, writeJson } from '../../../../contracts/src/base/exact-json.ts';
import { isUuid } from '../../../../contracts/src/base/formats.ts';
import { type Decimal, isNumber } from '../../../../contracts/src/base/json-value.ts';
import { KnownValues } from '../../../../contracts/src/base/known-values.ts';
import { SECRET_NAME } from '../../../../contracts/src/base/redact.ts';
import type { Body, Exchange } from '../../../../contracts/src/judge/exchange.ts';
import { recordedHeaders } from '../../../../contracts/src/recordings/recorded-parts.ts';
import { only } from '../../../base/errors.ts';
import { unpacked } from '../../../http/unpacked.ts';
import {
  collector,
  isForm,
  type Known,
  Redactor,
  type Replacement,
} from '../../../report/redaction/redact-exchange.ts';
import type { MadeUpValues } from './made-up-values.ts';
import { headerPairs, LONGEST_BODY, type PassedCall, type PassedSide } from './recording-proxy.ts';

/** How many values of earlier calls are looked for in later ones; then all are forgotten. */
const MOST_KNOWN = 20_000;

/** With `redact`, personal and undocumented values are replaced too. */
export function recordedLines(made: MadeUpValues, redact: boolean) {
  let known: Known = new KnownValues();
  let leftOut = 0;
  const replace: Replacement = (reason, name, value) => {
    const isSecret = reason === 'secret' || (reason === 'undocumented' && SECRET_NAME.test(name));
    if (!isSecret && !redact) return undefined;
    if (isNumber(value)) return made.number(value as Decimal);
    if (typeof value !== 'string' || value.trim() === '') return value;
    if (reason === 'not JSON' || (isSecret && !isUuid(value))) return made.digest(value);
    return made.text(value);
  };
  /**
   * Secrets and personal values of this call are looked for in later calls, too; undocumented values in this one alone.
   * `others` are fields of the request that are not in the exchange.
   */
  const redacted = (exchange: Exchange, others: readonly object[]): Exchange => {
    if (known.size > MOST_KNOWN) known = new KnownValues();
    const knownHere = new KnownValues(known);
    const collect = collector(known, replace, knownHere);
    collect.exchange(exchange);
    if (others.length > 0)
      collect.exchange({ ...exchange, request: { ...exchange.request, body: { json: others } } });
    return new Redactor(replace, knownHere, true).exchange(exchange);
  };
  /** Counts a body that is left out. */
  const bodyOf = (side: PassedSide): { body?: Body } => {
    if (side.body?.length === 0) return {};
    const body = side.body && decodedBody(side.body, headersOf(side));
    if (body) return { body };
    leftOut++;
    return {};
  };
  return {
    /** How many bodies are not recorded: too long, not sent whole, or in a form in which secrets are not found. */
    leftOut: () => leftOut,
    /** The call as one line of NDJSON, with its line break. Throws for no call. */
    lineOf: ({ time, method, url, request, response }: PassedCall): string => {
      const exchange = {
        request: { method, url, headers: headersOf(request), ...bodyOf(request) },
        response: {
          status: response.status,
          headers: headersOf(response),
          ...(response.status !== 0 && !response.isCut && bodyOf(response)),
        },
      };
      const line = redacted(exchange, multipartFields(request));
      const record = {
        time,
        ...(redact && { seed: made.seedHash }),
        request: { ...line.request, body: bodyValue(line.request.body, request) },
        response: { ...line.response, body: bodyValue(line.response.body, response) },
      };
      return `${writeJson(record)}\n`;
    },
  };
}

function headersOf({ headers }: PassedSide): Readonly<Record<string, string>> {
  return recordedHeaders(headerPairs(headers).map(([name, value]) => ({ name, value })));
}

/** The body as the record holds it: JSON, or text; '' where none was sent, and undefined where it was left out. */
function bodyValue(body: Body | undefined, { body: bytes }: PassedSide): unknown {
  if (!body) return bytes?.length === 0 ? '' : undefined;
  if ('text' in body) return body.text;
  return typeof body.json === 'object' && body.json !== null ? body.json : writeJson(body.json);
}

/** The fields of a multipart body, each as an object; a response may repeat what the recording leaves out. */
function multipartFields(side: PassedSide): readonly object[] {
  const { 'content-type': type = '', 'content-encoding': codings } = headersOf(side);
  const [, quoted, boundary = quoted] =
    /^multipart\/.*?;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  const plain = side.body && boundary !== undefined && unpacked(side.body, codings, LONGEST_BODY);
  if (!plain || typeof plain === 'string') return [];
  return plain
    .toString()
    .split(`--${boundary}`)
    .flatMap((part): object[] => {
      const end = part.indexOf('\r\n\r\n');
      const [, name] = /\bname="?([^";\r\n]*)/i.exec(part.slice(0, Math.max(end, 0))) ?? [];
      return name === undefined ? [] : [{ [name]: part.slice(end + 4).replace(/\r\n$/, '') }];
    });
}

/** JSON, a form or prose. Undefined for any other body, in which secrets are not found, and for one that cannot be unpacked. */
function decodedBody(bytes: Buffer, headers: Readonly<Record<string, string>>): Body | undefined {
  const plain = unpacked(bytes, headers['content-encoding'], LONGEST_BODY);
  if (typeof plain === 'string') return undefined;
  const charset = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1];
  let text: string;
  try {
    text = new TextDecoder(charset, { fatal: true }).decode(plain);
  } catch (error) {
    // TextDecoder has no class of errors.
    if (!/^ERR_ENCODING_/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  }
  try {
    return { json: readJson(text) };
  } catch (error) {
    only(error, JsonError);
  }
  const isProse = /^text\/(html|plain)\b/i.test(headers['content-type'] ?? '') && !/^\s*[[{]/.test(text);
  return isForm(text) || isProse ? { text } : undefined;
}
