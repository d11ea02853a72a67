/** Providers for `verify` and `record` that hold canaries: one answers as documented, the others with garbage that repeats what they received. */
import { fakeServer } from '../served.ts';
import { canaries as it, SPELLINGS, type Spelling } from './canaries.ts';
import { echoed, envelope, goodRecords, records } from './canary-records.ts';

export type ProviderKind = 'documented' | 'no JSON' | 'a token in two lines' | 'personal words' | Spelling;

interface Answer {
  readonly status: number;
  readonly headers: object;
  readonly body?: unknown;
}

/** Its address, until the test is over. */
export async function answering(kind: ProviderKind): Promise<string> {
  let calls = 0;
  const { url } = await fakeServer((response, { path, text }) => {
    const spelling = kind in SPELLINGS ? (kind as Spelling) : undefined;
    const heard = heardIn(text, spelling ?? 'as it is', calls++);
    const documented = goodRecords.find(({ request: { url } }) => path.endsWith(new URL(url).pathname));
    const { response: answer } = documented ?? records.importBankConnectionV1;
    const { status, headers, body } = respondingAs(kind, answer, heard, calls);
    response.writeHead(status, {
      ...headers,
      'x-customer': spelling ? heard.replace(/[^ -~\xa0-\xff]/g, '') : it.name,
      'set-cookie': `form=${it.formTicket}`,
      ...(typeof body === 'string' && { 'content-type': 'text/html' }),
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return url;
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

function respondingAs(kind: ProviderKind, answer: Answer, heard: string, calls: number): Answer {
  const isToken = answer === records.createToken.response;
  if (kind === 'documented') return answer;
  if (kind === 'a token in two lines')
    return isToken
      ? { ...answer, body: { ...(answer.body as object), access_token: `a\n${it.accessToken}` } }
      : answer;
  if (kind === 'no JSON') return isToken ? answer : { ...answer, body: `<html>${heard} ${it.name}</html>` };
  if (kind === 'personal words')
    return isToken ? answer : { status: 400, headers: {}, body: envelope(it.email) };
  // Without a token no other call would be made.
  if (calls % (isToken ? 4 : 3) === 0)
    return { status: 400, headers: {}, body: { ...envelope(heard), access_token: it.accessToken } };
  const body = { ...(echoed(answer.body, heard) as object), heard, [heard]: heard };
  return { ...answer, body: isToken ? { ...body, access_token: it.accessToken, expires_in: 60 } : body };
}
