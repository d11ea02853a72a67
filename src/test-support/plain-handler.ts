/** A handler of messages as another team may have written it: node:http, and node:crypto for what is encrypted. */
import { createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { type FakeCall, type FakeResponse, fakeServer } from './served.ts';

export type Message = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, unknown>>;

export interface HandledCall extends FakeCall {
  readonly type: string | undefined;
  readonly message: Message;
}

/** Answers like this, or with 200; `calls` grows as they come. */
export async function plainHandler(
  answer: FakeResponse = (response) => response.end(),
): Promise<{ url: string; calls: readonly HandledCall[] }> {
  const calls: HandledCall[] = [];
  const { url } = await fakeServer((response, call) => {
    calls.push({ ...call, type: call.headers['content-type'], message: JSON.parse(call.text) });
    answer(response, call);
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
