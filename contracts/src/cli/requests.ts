/** The requests of a file: one bare body or an array of them. */

import { Stop } from '../contract/stop.ts';
import { isObject } from '../migration/tree.ts';
import { readJsonFile } from './read-json-file.ts';

export interface Request {
  readonly body: object;
  /** JSON Pointer of the body in its file. */
  readonly at: string;
  /** How a message names it: the file, and in an array the number of the request. */
  readonly name: string;
}

export interface Requests {
  readonly isArray: boolean;
  readonly requests: readonly Request[];
}

/** Throws Stop 2 when the file holds anything but an object or a filled array of objects. */
export async function requestsOf(path: string): Promise<Requests> {
  const { exact: json } = await readJsonFile(path);
  const isArray = Array.isArray(json);
  const bodies: unknown[] = isArray ? json : [json];
  if (bodies.length === 0) throw new Stop(2, `${path} is an empty array: it holds no request.`);
  const requests = bodies.map((body, index): Request => {
    const name = isArray ? `${path}, request ${index + 1}` : path;
    if (!isObject(body))
      throw new Stop(2, `${name} is not a JSON object: pass the request body as it is sent.`);
    return { body, at: isArray ? `/${index}` : '', name };
  });
  return { isArray, requests };
}
