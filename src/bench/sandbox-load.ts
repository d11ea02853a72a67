/** Sends one request again and again over a number of kept connections and measures how many are answered a second. */
import { connect } from 'node:net';

export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly requests: number;
  readonly connections: number;
}

/**
 * Requests a second. Throws for an answer other than 201, because refusing is faster than doing. Sockets, not
 * node:http: its client takes as long as the sandbox, and would be measured in its place.
 */
export async function sandboxLoad(load: Load): Promise<number> {
  const call = requestOf(load);
  let left = load.requests;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: load.connections }, () => talk(new URL(load.url), call, () => left-- > 0)),
  );
  return (load.requests / (performance.now() - start)) * 1000;
}

function requestOf({ url, headers, body }: Load): Buffer {
  const { host, pathname } = new URL(url);
  const all = Object.entries({ host, ...headers, 'content-length': Buffer.byteLength(body) });
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`POST ${pathname} HTTP/1.1\r\n${lines}\r\n${body}`);
}

/** Makes the call over one connection while there is one more to make, each when the one before it is answered. */
function talk({ href, hostname, port }: URL, call: Buffer, oneMore: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
    let answer = '';
    const next = (): void => {
      answer = '';
      if (oneMore()) socket.write(call);
      else socket.end(resolve);
    };
    socket.on('connect', next);
    socket.on('data', (text: string) => {
      answer += text;
      const end = answer.indexOf('\r\n\r\n') + 4;
      if (end < 4) return;
      const [, status, length] = /^HTTP\/1\.1 (\d+).*?\r\ncontent-length: (\d+)\r\n/is.exec(answer) ?? [];
      if (status !== '201') socket.destroy(new Error(`${href} answers ${status}, not 201 with its length`));
      else if (answer.length >= end + Number(length)) next();
    });
    socket.on('error', reject);
    // Without effect on a connection that has done its part.
    socket.on('close', () => reject(new Error(`${href} closes a connection before it answers`)));
  });
}
