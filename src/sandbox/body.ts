/** Reads the body of a request, or says why it cannot be read. */
import { parse } from 'lossless-json';
import { JsonError, readJson } from '../../contracts/src/contract/exact-json.ts';
import type { Request } from './door.ts';
import { Refusal } from './refusal.ts';

/** A class, since an object with a getter of its own costs the engine a shape of its own, call by call. */
export class Body {
  /** As it was sent, without a byte order mark. */
  readonly text: string;
  /** The plain value that validators judge. */
  readonly value: unknown;

  constructor(text: string, value: unknown) {
    this.text = text;
    this.value = value;
  }

  /** The same tree, its numbers digit for digit; of a JSON body, which readJson has read before. */
  get exact(): unknown {
    return parse(this.text);
  }
}

export function readJsonBody({ headers, body = '' }: Request): Body | Refusal {
  const refusal = refusalOfType(headers, 'application/json');
  if (refusal) return refusal;
  if (body === '') return new Refusal(400, 'the body is missing, which is a JSON object');
  try {
    return new Body(body.replace(/^\ufeff/, ''), readJson(body).value);
  } catch (error) {
    if (error instanceof JsonError)
      return new Refusal(400, `the body is not JSON that can be read: ${error.message}`);
    throw error;
  }
}

/** Parameters as in RFC 6749: form-encoded, none of them twice. */
export function readFormBody({ headers, body = '' }: Request): Body | Refusal {
  return refusalOfType(headers, 'application/x-www-form-urlencoded') ?? parameters(body);
}

export function readQuery({ url }: Request): Body | Refusal {
  const start = url.indexOf('?');
  return parameters(start < 0 ? '' : url.slice(start + 1).replace(/#.*/s, ''));
}

function parameters(text: string): Body | Refusal {
  const entries = [...new URLSearchParams(text)];
  if (new Set(entries.map(([name]) => name)).size < entries.length) {
    return new Refusal(400, 'a parameter is sent more than once');
  }
  return new Body(text, Object.fromEntries(entries));
}

/** A body without a type is taken at its word. */
function refusalOfType(headers: Request['headers'], wanted: string): Refusal | undefined {
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity')
    return new Refusal(415, 'the body is encoded; send it plain');
  const header = headers['content-type'];
  if (header === undefined) return undefined;
  const [type = '', ...parts] = header
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parts.find((part) => part.startsWith('charset='))?.replace(/^charset="?([^"]*)"?$/, '$1');
  if (type === wanted && (charset === undefined || charset === 'utf-8')) return undefined;
  return new Refusal(415, `the content type is not ${wanted} in UTF-8`);
}
