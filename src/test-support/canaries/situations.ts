/** What every verb is called with that holds canaries: each reader with each kind of input, each caller with each provider. */
import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import manifest from '../../../contracts/package.json' with { type: 'json' };
import { createV1Call, importV1Call, importV2Call, paymentV2Call, submitV1Call } from '../recorded-calls.ts';
import { type Canary, canaries as it, SPELLINGS, secrets } from './canaries.ts';
import type { Manner } from './canary-provider.ts';
import {
  brokenAnswers,
  echo,
  echoingAnswers,
  formUrl,
  goodAnswers,
  importV1,
  importV2,
  messages,
  paymentV1,
  paymentV2,
  strangeRequests,
  tokenRequest,
  user,
} from './canary-records.ts';

/** The names of fields, and values of fields that are neither secret nor personal, are repeated on purpose. */
export interface Situation {
  readonly verb: string;
  readonly when: string;
  /** {provider} is the address of the provider, {hook} of a handler that answers with 500 and all that it receives. */
  readonly args: readonly string[];
  /** In the folder that the verb is called from: text as it is, anything else as JSON. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** A verb and its arguments: it is called first, and writes what this one reads; `printed` is its stdout. */
  readonly before?: readonly string[];
  /** How the provider answers that {provider} stands for; sandbox is that of this project, holding the canaries. */
  readonly provider?: Manner | 'sandbox';
  /** A server: what is posted to each of its addresses before it is ended. Messages are encrypted with the canary key. */
  readonly posts?: readonly Post[];
  /** The documentation makes all canaries the answer there. */
  readonly answer?: 'stdout';
  /** What has to stay hidden, where that is not every canary. */
  readonly hidden?: Partial<Record<Canary, unknown>>;
  /** The verb breaks off on the first text with a canary. */
  readonly isSabotaged?: boolean;
  readonly isWrongUsage?: boolean;
}

export interface Post {
  readonly body: unknown;
  /** By default the import of V1, and one that is not documented and names a user. */
  readonly path?: string;
  readonly type?: string;
}

type More = Partial<Situation>;

function situation(call: string, when: string, more: More = {}): Situation {
  const [verb = '', ...args] = call.split(' ');
  return { verb, when: `${args.join(' ')}: ${when}`, args, ...more };
}

const NO_JSON = `{"iban": "${it.iban}", "purpose": ${it.purpose}}`;
const ndjson = (records: readonly unknown[]) => records.map((one) => JSON.stringify(one)).join('\n');

const strangePayment = {
  ...paymentV1,
  iban: { value: it.iban },
  executionDate: 'tomorrow',
  moneyTransfers: [
    { amount: it.iban, purpose: [it.purpose], counterpartAddress: it.street, note: it.purpose },
  ],
};
const strangeImport = { ...importV1, name: [it.name], accountTypes: ['Canary'] };
const otherV2 = {
  ...paymentV2,
  extra: it.name,
  orders: paymentV2.orders.map((order) => ({ ...order, recipient: { name: it.purpose }, purpose: it.name })),
};
const flows = [
  ...[importV1Call(strangeImport), createV1Call(paymentV1, 1), submitV1Call(1), importV1Call(importV1)],
  ...[paymentV2Call(otherV2), importV2Call({ ...importV2, bankConnectionName: it.name })],
];

const REQUESTS = {
  'a payment': paymentV1,
  'an import': importV1,
  'values of the wrong kind and unknown fields': strangePayment,
  'an unknown account type': strangeImport,
  'no JSON': NO_JSON,
};
const RECORDINGS = {
  'every answer': ndjson([...goodAnswers, ...echoingAnswers, ...brokenAnswers, ...strangeRequests, ...flows]),
  'messages that are not encrypted': ndjson(
    Object.values(messages).map((message) => ({
      message,
      rule: { triggerEvent: 'NONE', callbackHandle: it.iban },
    })),
  ),
  'broken records': `${NO_JSON}\n{"${it.name}":"${it.iban}"}\n"${it.purpose}"\n{"request":{"method":"${it.name}","url":"${it.iban}"}}`,
};

/** What no verb writes, beside what verify does; the page shows what it knows. */
const unknown = { [it.name]: echo, body: { iban: it.iban }, secret: it.clientSecret, url: formUrl };
const violated = { clause: 'V1-IMPORT-451', says: 'answers with 451', verdict: 'violated', ...unknown };
const exchange = {
  request: { ...unknown, method: 'POST', url: 'https://bank.example/api', headers: {}, body: { json: 1 } },
  response: { ...unknown, status: 500, headers: {}, body: { ...unknown, text: 'no JSON' } },
  ...{ curl: 'curl', ...unknown },
};
const finding = { clause: 'V1-IMPORT-451', pointer: '/response/status', message: 'is 500', ...unknown };
const runOfOthers = {
  exitCode: 1,
  targets: [
    {
      ...{ target: 'bank', chosenBy: 'bank.yaml', curlHint: 'For curl: $TOKEN' },
      accessUrl: 'https://bank.example',
      webFormUrl: 'https://bank.example',
      ran: { at: '2026-11-20T09:15:00.000Z', seconds: 1, version: manifest.version },
      tally: { upheld: 0, violated: 1, admitted: 0, unproven: 0, 'out of reach': 0 },
      flows: [],
      clauses: ledger.clauses.map(({ id }) => ({ ...violated, clause: id, area: 'v1', source: 'table 1' })),
      cases: [
        {
          ...{ ...violated, file: 'suites/v1/v1-cases.ts', findings: [finding], shown: [] },
          ...{ repeat: 'npm run verify', exchanges: [exchange] },
        },
      ],
      ...{ settings: [], ...unknown },
    },
  ],
  ...unknown,
};
const RESULTS = {
  'a run that holds more than verify writes': runOfOthers,
  'no JSON': NO_JSON,
};

/** Each verb with each input, once more broken off by an error. */
function readers(
  verbs: readonly string[],
  inputs: Readonly<Record<string, unknown>>,
  more: More = {},
): Situation[] {
  return verbs.flatMap((call) => {
    const read = Object.entries(inputs).map(([when, input]) =>
      situation(call, when, { ...more, files: { in: input, 'v2.json': otherV2 } }),
    );
    const [first] = read;
    return first ? [...read, { ...first, when: `${first.when}, it breaks off`, isSabotaged: true }] : [];
  });
}

const PAGE = '--page reports/a.html --guide reports/a.md';
const FORMATS = ['', ' --json', ' --markdown'];
const assess = FORMATS.map((format) => `assess in${format}`);
/** What a verb prints is the input of another one. */
const printed = ['check in --json', 'assess in --json'].map((call) =>
  situation('report printed --out reports/a.html', `what ${call} prints`, {
    before: call.split(' '),
    files: { in: RECORDINGS['every answer'] },
  }),
);

/** A target file; {provider} is the address of the provider. */
const target = (settings: object = {}, more: object = {}) => ({
  'bank.yaml': {
    ...{ name: 'bank', environment: 'sandbox', writes: 'allowed' },
    ...{ accessUrl: '{provider}', webFormUrl: '{provider}' },
    credentials: {
      clientId: { env: 'CANARY_ID' },
      clientSecret: { env: 'CANARY_SECRET' },
      dataDecryptionKey: { env: 'DATA_DECRYPTION_KEY' },
    },
    ...{ settings, ...more },
  },
});
const { street, houseNumber, city, postCode, country } = it;
/** Values that a target file gives its requests. */
const testData = {
  senderIbans: [it.iban],
  recipients: [
    {
      ...{ name: it.counterpartName, iban: it.counterpartIban, bic: it.bic },
      address: { street, houseNumber, city, postCode, country },
    },
  ],
  ...{ purposes: [it.purpose], userIds: [`${it.userId}{short}`], passwords: [`${it.password}{short}`] },
  ...{ emails: [`{short}${it.email}`], phones: [it.phone] },
};
const OUT = 'verify --target bank.yaml --out reports --only';
const repeats = Object.keys(SPELLINGS) as (keyof typeof SPELLINGS)[];
const verify = (provider: Manner, call: string, more: More = {}) =>
  situation(call, `the provider: ${provider}`, {
    files: target({ webFormHosts: ['other.example'] }, { testData }),
    ...{ provider, ...more },
  });
const ownUrls = { accessUrl: '{accessUrl}', webFormUrl: '{webFormUrl}', controlUrl: '{controlUrl}' };
const own = { ...ownUrls, callback: { host: '127.0.0.1', port: 0 } };
/** A cipher whose errors repeat key and text. */
const leaky = `export default async (key) => {
  const say = async (text) => { throw new Error(\`${echo.replace(/[\\`]/g, '\\$&')} \${key} \${text}\`); };
  return { encrypt: say, decrypt: say };
};`;
const BALANCE = 'MESSAGE-BALANCE-DETAILS-IBAN';
/** The sandbox of this project, with its control plane, so that messages come too. */
const sandbox = (only: string, settings: object = {}, more: object = {}) =>
  situation(`${OUT} ${only}`, `the sandbox ${JSON.stringify(settings)}`, {
    files: { ...target(settings, { ...own, ...more }), 'leaky.mjs': leaky },
    provider: 'sandbox',
  });
const wrongTargets = {
  'its test data': { ...target({}, { testData: { emails: [it.phone], senderIbans: it.iban } })['bank.yaml'] },
  'a secret in it': { ...target()['bank.yaml'], credentials: { clientSecret: it.clientSecret } },
  'a secret in its address': {
    ...target()['bank.yaml'],
    accessUrl: `http://${it.clientId}:${encodeURIComponent(it.clientSecret)}@127.0.0.1:9`,
  },
  'no YAML': `secret: *canary\nsecret: ${it.accessToken}: x`,
  'an alias of nothing': `secret: *${it.accessToken}`,
  'a list': [it.clientSecret],
};

const allMessages = Object.values(messages).map((body) => ({ body }));
const calls = [{ body: paymentV1 }, { body: importV1 }, { body: echo }];
const form = 'application/x-www-form-urlencoded';
/** Credentials and a user first: later calls repeat them in each spelling where no schema shows them. */
const passing = [
  { path: '/oauth/token', type: form, body: String(new URLSearchParams(tokenRequest)) },
  { path: '/users', body: user },
  ...allMessages,
  { type: form, body: `iban=${it.iban}&note=${encodeURIComponent(it.purpose)}` },
  { body: { note: [echo], [it.name]: 1 } },
  ...Object.values(SPELLINGS).flatMap((spell) =>
    ['text/plain', 'text/html'].map((type) => ({
      type,
      body: [it.userId, it.password, it.clientSecret, it.email].map(spell).join(' and '),
    })),
  ),
];
const PORTS = '--port 0 --web-form-port 0';
const FIRE = 'fire NEW_ACCOUNT_BALANCE --to {hook}';

export const SITUATIONS: readonly Situation[] = [
  ...(['documented', 'no JSON', 'a token in two lines', 'personal words'] as const).map((provider) =>
    verify(provider, `${OUT} auth users v1 v2`),
  ),
  ...repeats.map((spelling) => verify(spelling, `${OUT} auth users v1 v2`)),
  verify('as JSON', 'verify --target bank.yaml --out reports --only v1 --json'),
  verify('documented', `${OUT} users`, { isSabotaged: true }),
  verify('documented', 'verify --target bank.yaml --dry-run'),
  sandbox('auth'),
  sandbox(BALANCE),
  sandbox(BALANCE, { cipher: './leaky.mjs' }),
  sandbox('users v1 v2 migration rules', {}, { testData }),
  ...Object.entries(wrongTargets).map(([when, content]) =>
    situation('verify --target bank.yaml --out reports', `wrong: ${when}`, {
      files: { 'bank.yaml': content },
    }),
  ),
  ...readers(
    ['migrate in', 'migrate in --currency EUR'],
    { ...REQUESTS, flows: ndjson(flows) },
    { answer: 'stdout' },
  ),
  ...readers(
    FORMATS.map((format) => `compare in v2.json${format}`),
    REQUESTS,
  ),
  ...readers([...FORMATS.map((format) => `compare --recorded in${format}`), ...assess], RECORDINGS),
  ...readers([`assess in ${PAGE}`, 'check in', 'check in --json'], RECORDINGS),
  situation('check in --target bank.yaml', 'a cipher that repeats what it is given', {
    files: {
      ...{ ...target({ cipher: './leaky.mjs' }), 'leaky.mjs': leaky },
      in: ndjson(Object.values(messages).map((message) => ({ message }))),
    },
  }),
  ...printed,
  ...readers(['report in --out reports/a.html'], RESULTS),
  situation(
    'report reports/run.json --out reports/page.html',
    'a run of a provider that repeats what it received',
    {
      ...{ files: target(), provider: 'as JSON' },
      before: ['verify', '--target', 'bank.yaml', '--out', 'reports', '--only', 'users'],
    },
  ),
  ...['', ' --json'].map((format) =>
    situation(`listen --port 0${format}`, 'messages, good and broken', {
      posts: [
        ...allMessages,
        { body: echo },
        {
          body: {
            triggerEvent: 'BANK_LOGIN_ERROR',
            callbackHandle: 1,
            loginErrors: [messages.balance, echo],
          },
        },
      ],
    }),
  ),
  situation('listen --port 0 --rules rules.json', 'rules that are none', {
    files: { 'rules.json': [{ triggerEvent: 'NONE', callbackHandle: [it.iban], params: it.purpose }] },
  }),
  situation(`${FIRE} --target bank.yaml`, 'a cipher that repeats what it is given', {
    files: { ...target({ cipher: './leaky.mjs' }), 'leaky.mjs': leaky },
  }),
  situation(`${FIRE} --target bank.yaml`, 'secrets in the target file', {
    files: target({ bigDecimalForm: it.clientSecret, userExists: it.password }),
  }),
  ...readers([`${FIRE} --data in`, `${FIRE} --json --data in`], {
    'own data': messages.balance,
    'own data of the wrong kind': {
      balanceChanges: [
        {
          ...{ accountId: it.name, accountName: [it.accountName], owner: it.iban },
          details: { newBalance: it.iban, iban: 7 },
        },
      ],
    },
    'no JSON': NO_JSON,
  }),
  situation(
    `fire NEW_TERMS_AND_CONDITIONS --to http://canary:${it.formTicket}@127.0.0.1:9/`,
    'a password in the address',
    { isWrongUsage: true },
  ),
  ...(['documented', 'no JSON', ...repeats] as const).flatMap((provider) =>
    [' --redact', ''].map((option) =>
      situation(`record --to {provider} --port 0${option}`, `the provider: ${provider}`, {
        // The key does not pass.
        ...{ provider, posts: passing, hidden: { ...(option ? it : secrets), dataDecryptionKey: undefined } },
      }),
    ),
  ),
  situation(`mock ${PORTS}`, 'it is called', { posts: calls }),
  situation(`sandbox ${PORTS} --control-port 0`, 'it is called', {
    ...{ posts: [...calls, { body: messages.balance }], answer: 'stdout' },
  }),
  situation(`sandbox --fault V1-IMPORT-STATUS-200 ${PORTS} --control-port 0`, 'it misbehaves', {
    ...{ posts: calls, answer: 'stdout' },
  }),
  situation('sandbox --settings bank.yaml', 'settings that are none', {
    files: target({ userExists: it.clientSecret }),
  }),
  situation('faults --only V1-IMPORT-STATUS-200', 'one fault'),
  situation(
    `init bank.yaml --web-form-url https://bank.example --writes ${it.accessToken}`,
    'a secret in the place of a word',
    { isWrongUsage: true },
  ),
  situation('explain V1-451-LOCATION', 'a clause'),
  situation('export --postman reports/a.json', 'a collection'),
  situation('diff old.tgz', 'a package that is none', { files: { 'old.tgz': NO_JSON } }),
];
