/** Receives notification messages over HTTP: answers every call and hands its text on. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call as it came in. */
export interface Received {
  /** In capitals; the documentation shows no method (DELIVERY-METHOD). */
  readonly method: string;
  readonly path: string;
  readonly text: string;
}

export interface ReceiverOptions {
  /** Loopback unless given. */
  readonly host?: string;
  /** 0, the default, takes any free one. */
  readonly port?: number;
  /** What every call is answered with; 200 without it (CALLBACK-RESPONSE). */
  readonly status?: number;
  /** Called before the answer is sent. */
  readonly onCall: (call: Received) => void;
}

export interface Receiver {
  readonly url: string;
  close(): Promise<void>;
}

export async function receive(options: ReceiverOptions): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, status = 200, onCall } = options;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = '', url = '' } = request;
    onCall({ method, path: url, text: Buffer.concat(parts).toString('utf8') });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: at } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${at}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
