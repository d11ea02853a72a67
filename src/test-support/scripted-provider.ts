/** A provider for the tests of scenarios: its updates send what the script says, and it keeps every call. */
import { beforeEach, onTestFinished } from 'vitest';
import { defaultTestData } from '../../contracts/generated/test-data.ts';
import { type Cipher, CipherError } from '../../contracts/src/messages/cipher.ts';
import type { Control } from '../runner/control.ts';
import { createMailbox, type Mailbox } from '../runner/scenarios/mailbox.ts';
import { httpTarget } from '../runner/session/http-target.ts';
import type { Offers, Target } from '../runner/session/session.ts';
import { targetSettings } from '../runner/targets/target-file.ts';
import { OWN_VERSIONS } from '../sandbox/sandbox-settings.ts';
import { runOne } from './run-one-case.ts';
import { SCENARIO } from './sample-scenario.ts';
import { fakeServer } from './served.ts';

export interface ScriptedProvider {
  readonly mailbox: Mailbox;
  /** What was called, in order: `world {…}`, or `path authorization body`. */
  readonly calls: string[];
  /** What rules are answered with; `messageOfRules` is the message of the body. */
  statusOfRules: number;
  messageOfRules?: string;
  target(script?: Script): Target;
}

export interface Script {
  /** What an update makes the provider send; texts as they are. */
  readonly sends?: readonly (object | string)[];
  /** Where to, instead of the callback URL. */
  readonly path?: string;
  readonly control?: Partial<Control>;
  readonly offers?: Offers;
  readonly lacks?: Target['lacks'];
  /** In milliseconds. */
  readonly waitingTime?: number;
  readonly timeLimit?: number;
}

/** A cipher text that shows its content. */
const CIPHER: Cipher = {
  encrypt: async (plain) => `c(${plain})`,
  decrypt: async (encrypted) => {
    const plain = /^c\((.*)\)$/s.exec(encrypted)?.[1];
    if (plain === undefined) throw new CipherError('the text is no cipher');
    return plain;
  },
};

async function scriptedProvider(): Promise<ScriptedProvider> {
  const mailbox = createMailbox();
  onTestFinished(() => mailbox.close());
  const calls: string[] = [];
  const { url } = await fakeServer((response, { path, headers, text }) => {
    calls.push(`${path} ${headers.authorization ?? ''} ${text}`);
    const isRule = path.endsWith('/notificationRules');
    response.writeHead(isRule ? provider.statusOfRules : 200, { 'content-type': 'application/json' });
    const token = `token-of-${new URLSearchParams(text).get('username')}`;
    const { messageOfRules: message } = provider;
    response.end(JSON.stringify(isRule ? { message } : { access_token: token, expires_in: 1 }));
  });
  const keep = (name: string) => async (value?: unknown) => {
    calls.push(`${name} ${JSON.stringify(value)}`);
  };
  const plane = ({ sends = [], path, control }: Script): Control => ({
    advance: keep('advance'),
    now: async () => 0,
    storedForm: keep('storedForm'),
    reset: keep('reset'),
    replaceWorld: keep('world'),
    changeClient: keep('client'),
    settledDeliveries: async () => [],
    runBatchUpdate: async () => {
      const address = await mailbox.callbackUrl('run-1');
      for (const message of sends) {
        const body = typeof message === 'string' ? message : JSON.stringify(message);
        await fetch(path === undefined ? address : new URL(path, address), { method: 'POST', body });
      }
    },
    ...control,
  });
  const provider: ScriptedProvider = {
    mailbox,
    calls,
    statusOfRules: 201,
    target: (script = {}) =>
      httpTarget({
        name: 'scripted',
        chosenBy: 'scripted.yaml',
        isOwn: true,
        hasControl: true,
        accessUrl: url,
        webFormUrl: url,
        client: { id: 'c', secret: 's' },
        settings: targetSettings(OWN_VERSIONS, url),
        testData: defaultTestData,
        deviations: [],
        lacks: script.lacks ?? {},
        control: plane(script),
        messaging: {
          mailbox,
          cipher: CIPHER,
          countMeanings: new Map(),
          ...(script.waitingTime !== undefined && { waitingTime: script.waitingTime }),
          offers: async () => {
            calls.push('offers');
            return script.offers ?? { reportsSettled: true, lacks: {} };
          },
        },
        timeLimit: script.timeLimit ?? 60_000,
        ending: new AbortController(),
        prefix: 'run',
      }),
  };
  return provider;
}

/** A provider of its own for every test of the file that calls this. */
export function scriptedProviders() {
  let provider: ScriptedProvider;
  beforeEach(async () => {
    provider = await scriptedProvider();
  });
  return {
    provider: () => provider,
    play: (script?: Script, scenario = SCENARIO) => runOne('scenarios', provider.target(script), scenario),
  };
}

/** A target without a server: every call is answered with this status and an empty object. */
export function answering(status: number, own: Partial<Target> = {}): Target {
  return {
    name: 'scripted',
    chosenBy: 'scripted.yaml',
    isOwn: true,
    hasControl: own.control !== undefined,
    accessUrl: 'http://a.example',
    webFormUrl: 'http://b.example',
    settings: targetSettings(),
    testData: defaultTestData,
    lacks: {},
    deviations: [],
    baselines: new Map(),
    timeLimit: 60_000,
    ending: new AbortController(),
    sendHttp: async () => new Response('{}', { status }),
    session: async () => ({
      values: { clientId: 'c', clientSecret: 's', userName: 'u', userPassword: 'p', fresh: 'f' },
      token: async () => 'token',
      createUser: async () => {},
      lifetime: async (of) => (of === 'client' ? 7200 : 3600),
    }),
    ...own,
  };
}
