// What a target repeats of the secrets of a run is struck from its answer, however its JSON writes them.
import { expect, test } from 'vitest';
import { httpTarget } from '../targets/http-target.ts';
import { defaultTargetSettings } from '../targets/target-settings.ts';
import type { Carry } from './carry.ts';
import { send } from './send.ts';

const SECRET = 'Zm9v/"YmFy"/ä';

function answering(body: string): ReturnType<typeof httpTarget> {
  const carry: Carry = async () => ({
    status: 200,
    headers: [['x-said', `by ${SECRET}`]],
    text: async () => body,
  });
  return httpTarget({
    name: 'bank',
    chosenBy: 'bank',
    accessUrl: 'http://127.0.0.1:1',
    webFormUrl: 'http://127.0.0.1:1',
    client: { id: 'client', secret: SECRET },
    settings: defaultTargetSettings,
    lacks: {},
    timeLimit: 1000,
    prefix: 'test',
    carry,
  });
}

for (const [says, written] of [
  ['as it is', String.raw`Zm9v/\"YmFy\"/ä`],
  ['with escaped slashes', String.raw`Zm9v\/\"YmFy\"\/ä`],
  ['with escaped letters', String.raw`\u005am9v/\u0022YmFy\u0022/\u00e4`],
]) {
  test(`a secret that JSON writes ${says} is struck`, async () => {
    const target = answering(`{"id":"${written}","${written}":["${written}"]}`);
    const call = { when: 'createToken', send: { example: 'x', body: {} }, then: '2XX' } as never;
    const { response } = await send(target, await target.session(), call);
    expect(response).toEqual({
      status: 200,
      headers: { 'x-said': 'by [secret]' },
      body: { json: { id: '[secret]', '[secret]': ['[secret]'] } },
    });
  });
}
