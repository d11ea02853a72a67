/** Providers for `verify` and `record` that hold canaries: one answers as documented, the others with garbage that repeats what they received. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { canaries as it, SPELLINGS, type Spelling } from './canaries.ts';
import { echoed, envelope, form, formUrl, token, user } from './canary-records.ts';

export type Manner = 'documented' | 'no JSON' | 'a token in two lines' | 'personal words' | Spelling;

interface Answer {
  readonly status: number;
  readonly body: object | string;
  readonly location?: string;
}

const NEEDS_FORM: Answer = { status: 451, body: envelope('4711'), location: formUrl };

const ANSWERS: readonly [path: RegExp, answer: Answer][] = [
  [/oauth\/token/, { status: 200, body: token }],
  [/users$/, { status: 200, body: { ...user, nickname: it.name } }],
  [/moneyTransfers$/, { status: 200, body: { id: 1, iban: it.iban, amount: Number(it.amount) } }],
  [/webForms/, { status: 201, body: form }],
];

/** Listens on any port of this machine; the result ends it. */
export async function answering(manner: Manner): Promise<{ url: string; stop: () => void }> {
  let calls = 0;
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    const [, answer] = ANSWERS.find(([path]) => path.test(request.url ?? '')) ?? [/./, NEEDS_FORM];
    const heard = heardIn(sent, manner in SPELLINGS ? (manner as Spelling) : 'as it is', calls++);
    const { status, body, location } = inManner(manner, answer, heard, calls);
    const headers = {
      'x-customer': manner in SPELLINGS ? encodeLatin1(heard) : it.name,
      'set-cookie': `form=${it.formTicket}`,
      'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
      ...(location && { location }),
    };
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => void server.close().closeAllConnections() };
}

/** All that it received now, and the secrets; reports cut off what is long, so that each call begins with another value. */
function heardIn(sent: string, spelling: Spelling, calls: number): string {
  const values = [it.clientSecret, it.accessToken, it.dataDecryptionKey, ...valuesIn(sent)];
  const rotated = values.map((_, at) => values[(at + calls) % values.length] ?? '');
  // Capitals and blanks would break the escapes of what was sent.
  const whole = /^(in capitals|with other blanks)$/.test(spelling) ? '' : SPELLINGS[spelling](sent);
  return `${rotated.map(SPELLINGS[spelling]).join(' ')} from ${whole}`;
}

/** The texts of JSON, or the values of a form. */
function valuesIn(sent: string): string[] {
  if (!sent.startsWith('{')) return [...new URLSearchParams(sent).values()].filter(Boolean);
  const texts: string[] = [];
  JSON.parse(sent, (_, value) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts;
}

function encodeLatin1(value: string): string {
  return value.replace(/[^ -~\xa0-\xff]/g, '');
}

function inManner(manner: Manner, answer: Answer, heard: string, calls: number): Answer {
  const isToken = answer.body === token;
  const refused = { status: 400, body: { ...envelope(heard), access_token: it.accessToken } };
  switch (manner) {
    case 'documented':
      return answer;
    case 'personal words':
      return isToken ? answer : { status: 400, body: envelope(it.email) };
    case 'no JSON':
      return isToken ? answer : { ...answer, body: `<html>${heard} ${it.name}</html>` };
    case 'a token in two lines':
      return isToken ? { ...answer, body: { ...token, access_token: `a\n${it.accessToken}` } } : answer;
    default: {
      // Without a token no other call would be made.
      if (isToken ? calls % 4 === 0 : calls % 3 === 0) return refused;
      const body = { ...(echoed(answer.body, heard) as object), heard, [heard]: heard };
      return { ...answer, body: isToken ? { ...body, access_token: it.accessToken, expires_in: 60 } : body };
    }
  }
}
