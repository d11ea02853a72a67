/** Providers for `verify` that hold canaries: one answers as documented, the others with garbage that repeats what they received. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { canaries as it } from './canaries.ts';
import { echoed, envelope, form, formUrl, token, user } from './canary-records.ts';

export type Manner = 'documented' | 'echoing' | 'no JSON' | 'a token in two lines' | 'personal words';

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly location?: string;
}

const NEEDS_FORM: Answer = { status: 451, body: envelope('4711'), location: formUrl };

const ANSWERS: readonly [path: RegExp, answer: Answer][] = [
  [/oauth\/token/, { status: 200, body: token }],
  [/users$/, { status: 200, body: { ...user, nickname: it.name } }],
  [/import$/, NEEDS_FORM],
  [/submit$/, NEEDS_FORM],
  [/moneyTransfers$/, { status: 200, body: { id: 1, iban: it.iban, amount: Number(it.amount) } }],
  [/webForms/, { status: 201, body: form }],
];

/** Listens on any port of this machine; the result ends it. */
export async function answering(manner: Manner): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async (request, response) => {
    const sent = `${JSON.stringify(request.headers)} ${await textOf(request)}`;
    // It received these before, and issued the token itself.
    const heard = `you sent ${sent}, ${it.clientSecret} and ${it.accessToken}`;
    const [, answer] = ANSWERS.find(([path]) => path.test(request.url ?? '')) ?? [/./, NEEDS_FORM];
    const { status, body, location } = inManner(manner, answer, heard);
    const headers = {
      'x-customer': it.name,
      'set-cookie': `form=${it.formTicket}`,
      ...(location && { location }),
    };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => void server.close().closeAllConnections() };
}

function inManner(manner: Manner, answer: Answer, heard: string): Answer {
  const isToken = answer.body === token;
  switch (manner) {
    case 'documented':
      return answer;
    case 'echoing': {
      const body = echoed(answer.body, heard) as object;
      // Without a token no other call would be made.
      return {
        ...answer,
        body: { ...body, heard, [heard]: heard, ...(isToken && { access_token: it.accessToken }) },
      };
    }
    case 'personal words':
      return { ...answer, status: isToken ? 200 : 400, body: isToken ? token : envelope(it.email) };
    case 'no JSON':
      return { ...answer, body: isToken ? token : `<html>${heard} ${it.name}</html>` };
    case 'a token in two lines':
      return { ...answer, body: isToken ? { ...token, access_token: `a\n${it.accessToken}` } : answer.body };
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
