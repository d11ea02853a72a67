/** A handler of messages as another team may have written it: node:http, and node:crypto for what is encrypted. */
import { createDecipheriv, pbkdf2Sync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { served } from './served.ts';

export type Message = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, unknown>>;

export interface HandledCall {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly type: string | undefined;
  readonly text: string;
  readonly message: Message;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Listens on loopback until the test is over; `calls` grows as they come. */
export async function plainHandler(
  answer: Answer = (response) => void response.writeHead(200).end(),
): Promise<{ url: string; calls: readonly HandledCall[] }> {
  const calls: HandledCall[] = [];
  const url = await served(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString('utf8');
    const { method, url: path, headers } = request;
    calls.push({ method, path, type: headers['content-type'], text, message: JSON.parse(text) });
    answer(response, request);
  });
  return { url: `${url}/hook?token=abc`, calls };
}

/** `key` is 32 hex digits, the published test key without it. */
export function decrypted(text: unknown, key = '00112233445566778899aabbccddeeff'): string {
  const iv = Buffer.from(key, 'hex');
  const decipher = createDecipheriv('aes-128-cbc', pbkdf2Sync(key, iv, 1000, 16, 'sha1'), iv);
  return decipher.update(String(text), 'base64', 'utf8') + decipher.final('utf8');
}

/** Every message has one list of items at most. */
export function itemsOf(message: Message | undefined): readonly Item[] {
  return Object.values(message ?? {}).find(Array.isArray) ?? [];
}
