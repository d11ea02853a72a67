/** What every verb is called with that holds canaries: each reader with each kind of input, each caller with each provider. */

import { runJson, targetReport } from '../../report/run-json.ts';
import {
  createV1Call,
  importV1Call,
  importV2Call,
  ndjson,
  paymentV2Call,
  submitV1Call,
} from '../recorded-calls.ts';
import { ended, violatedRun } from '../sample-runs.ts';
import { type Canary, canaries as it, SPELLINGS, type Spelling, secrets } from './canaries.ts';
import type { Manner } from './canary-provider.ts';
import {
  brokenAnswers,
  echo,
  echoingAnswers,
  formUrl,
  goodAnswers,
  messages,
  records,
  strangeRequests,
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
  readonly before?: string;
  /** How the provider answers that {provider} stands for; sandbox is that of this project, holding the canaries. */
  readonly provider?: Manner | 'sandbox';
  /** A server: what is posted to each of its addresses before it is ended. Messages are encrypted with the canary key. */
  readonly posts?: readonly Post[];
  /** The documentation makes all canaries the answer there. */
  readonly answer?: 'stdout';
  /** What has to stay hidden, where that is not every canary. */
  readonly hidden?: Partial<Record<Canary, unknown>>;
  /** 64 for wrong usage; 70 where the verb is made to break off on the first text with a canary. */
  readonly exit?: 64 | 70;
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

const [paymentV1, importV1, paymentV2, importV2] = [
  records.createMoneyTransferV1,
  records.importBankConnectionV1,
  records.createStandalonePayment,
  records.createBankConnectionImport,
].map(({ request }) => request.body as object) as [object, object, object, object];
const NO_JSON = `{"iban": "${it.iban}", "purpose": ${it.purpose}}`;

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
  orders: [{ recipient: { name: it.purpose }, amount: { value: 1, currency: 'EUR' }, purpose: it.name }],
};
const flows = [
  ...[importV1Call(strangeImport), createV1Call(paymentV1, 1), submitV1Call(1), importV1Call(importV1)],
  ...[paymentV2Call(otherV2), importV2Call({ ...importV2, bankConnectionName: it.purpose })],
];

const REQUESTS = {
  'a payment': paymentV1,
  'an import': importV1,
  'values of the wrong kind and unknown fields': strangePayment,
  'an unknown account type': strangeImport,
  'no JSON': NO_JSON,
};
const everyAnswer = ndjson([
  ...goodAnswers,
  ...echoingAnswers,
  ...brokenAnswers,
  ...strangeRequests,
  ...flows,
]);
const RECORDINGS = {
  'every answer': everyAnswer,
  'messages that are not encrypted': ndjson(
    messages.map((message) => ({ message, rule: { triggerEvent: 'NONE', callbackHandle: it.iban } })),
  ),
  'broken records': `${NO_JSON}\n{"${it.name}":"${it.iban}"}\n"${it.purpose}"\n{"request":{"method":"${it.name}","url":"${it.iban}"}}`,
};

/** What no verb writes, in every object of a run that verify wrote; the page shows what it knows. */
const unknown = { [it.name]: echo, extra: { iban: it.iban }, secret: it.clientSecret, address: formUrl };
const runOfOthers = JSON.parse(runJson([targetReport(violatedRun)], ended), (_, value) =>
  value?.clause || value?.response || value?.curl || value?.targets ? { ...value, ...unknown } : value,
);

/** Each verb with each input. */
function readers(calls: readonly string[], inputs: Readonly<Record<string, unknown>>, more: More = {}) {
  return calls.flatMap((call) =>
    Object.entries(inputs).map(([when, input]) =>
      situation(call, when, { ...more, files: { in: input, 'v2.json': otherV2 } }),
    ),
  );
}

const FORMATS = ['', ' --json'];

/** A target file; {provider} is the address of the provider. */
const target = (settings: object = {}, more: object = {}) => ({
  'bank.yaml': {
    name: 'bank',
    environment: 'sandbox',
    writes: 'allowed',
    accessUrl: '{provider}',
    webFormUrl: '{provider}',
    credentials: {
      clientId: { env: 'CANARY_ID' },
      clientSecret: { env: 'CANARY_SECRET' },
      dataDecryptionKey: { env: 'DATA_DECRYPTION_KEY' },
    },
    settings,
    ...more,
  },
});
const { street, houseNumber, city, postCode, country } = it;
/** Values that a target file gives its requests. */
const testData = {
  senderIbans: [it.iban],
  recipients: [
    { name: it.name, iban: it.iban, bic: it.bic, address: { street, houseNumber, city, postCode, country } },
  ],
  purposes: [it.purpose],
  userIds: [`${it.userId}{short}`],
  passwords: [`${it.password}{short}`],
  emails: [`{short}${it.email}`],
  phones: [it.phone],
};
const OUT = 'verify --target bank.yaml --out reports --only';
const spellings = Object.keys(SPELLINGS) as Spelling[];
const verify = (provider: Manner, call: string, more: More = {}) =>
  situation(call, `the provider: ${provider}`, {
    files: target({ webFormHosts: ['other.example'] }, { testData }),
    provider,
    ...more,
  });
/** A cipher whose errors repeat key and text. */
const leaky = {
  'leaky.mjs': `export default async (key) => {
  const say = async (text) => { throw new Error(\`${echo.replace(/[\\`]/g, '\\$&')} \${key} \${text}\`); };
  return { encrypt: say, decrypt: say };
};`,
};
const leakyTarget = { ...target({ cipher: './leaky.mjs' }), ...leaky };
const BALANCE = 'MESSAGE-BALANCE-DETAILS-IBAN';
const own = {
  accessUrl: '{accessUrl}',
  webFormUrl: '{webFormUrl}',
  controlUrl: '{controlUrl}',
  callback: { host: '127.0.0.1', port: 0 },
};
/** The sandbox of this project, with its control plane, so that messages come too. */
const sandbox = (only: string, settings: object = {}, more: object = {}) =>
  situation(`${OUT} ${only}`, `the sandbox ${JSON.stringify(settings)}`, {
    files: { ...target(settings, { ...own, ...more }), ...leaky },
    provider: 'sandbox',
  });
const { 'bank.yaml': bank } = target();
const wrongTargets = {
  'its test data': { ...bank, testData: { emails: [it.phone], senderIbans: it.iban } },
  'a secret in it': { ...bank, credentials: { clientSecret: it.clientSecret } },
  'a secret in its address': {
    ...bank,
    accessUrl: `http://${it.clientId}:${encodeURIComponent(it.clientSecret)}@127.0.0.1:9`,
  },
  'no YAML': `secret: *canary\nsecret: ${it.accessToken}: x`,
  'an alias of nothing': `secret: *${it.accessToken}`,
  'a list': [it.clientSecret],
};

const allMessages = messages.map((body) => ({ body }));
const calls = [{ body: paymentV1 }, { body: importV1 }, { body: echo }];
const form = 'application/x-www-form-urlencoded';
const tokenCall = records.createToken.request.body as Record<string, string>;
/** Credentials and a user first: later calls repeat them in each spelling where no schema shows them. */
const passing = [
  { path: '/oauth/token', type: form, body: String(new URLSearchParams(tokenCall)) },
  { path: '/users', body: records.createUser.request.body },
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
const SANDBOX = `${PORTS} --control-port 0`;
const FIRE = 'fire NEW_ACCOUNT_BALANCE --to {hook}';

export const SITUATIONS: readonly Situation[] = [
  ...(['documented', 'no JSON', 'a token in two lines', 'personal words', ...spellings] as const).map(
    (provider) => verify(provider, `${OUT} auth users v1 v2`),
  ),
  verify('as JSON', 'verify --target bank.yaml --out reports --only v1 --json'),
  verify('documented', `${OUT} users`, { exit: 70 }),
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
  ...readers(
    [
      ...FORMATS.flatMap((format) => [`compare --recorded in${format}`, `assess in${format}`]),
      'assess in --guide reports/a.md',
      ...['check in', 'check in --json'],
    ],
    RECORDINGS,
  ),
  situation('check in', 'it breaks off', { files: { in: everyAnswer }, exit: 70 }),
  situation('check in --target bank.yaml', 'a cipher that repeats what it is given', {
    files: { ...leakyTarget, in: ndjson(messages.map((message) => ({ message }))) },
  }),
  ...['check in --json', 'assess in --json'].map((before) =>
    situation('report printed --out reports/a.html', `what ${before} prints`, {
      before,
      files: { in: everyAnswer },
    }),
  ),
  ...readers(['report in --out reports/a.html'], {
    'a run that holds more than verify writes': runOfOthers,
    'no JSON': NO_JSON,
  }),
  situation('report reports/run.json --out reports/page.html', 'a run of a provider that echoes', {
    files: target(),
    provider: 'as JSON',
    before: 'verify --target bank.yaml --out reports --only users',
  }),
  ...['', ' --json'].map((format) =>
    situation(`listen --port 0${format}`, 'messages, good and broken', {
      posts: [
        ...allMessages,
        { body: echo },
        { body: { triggerEvent: 'BANK_LOGIN_ERROR', callbackHandle: 1, loginErrors: [messages[0], echo] } },
      ],
    }),
  ),
  situation('listen --port 0 --rules rules.json', 'rules that are none', {
    files: { 'rules.json': [{ triggerEvent: 'NONE', callbackHandle: [it.iban], params: it.purpose }] },
  }),
  situation(`${FIRE} --target bank.yaml`, 'a cipher that repeats what it is given', { files: leakyTarget }),
  situation(`${FIRE} --target bank.yaml`, 'secrets in the target file', {
    files: target({ bigDecimalForm: it.clientSecret, userExists: it.password }),
  }),
  ...readers([`${FIRE} --data in`, `${FIRE} --json --data in`], {
    'own data': messages[0],
    'own data of the wrong kind': {
      balanceChanges: [
        {
          accountId: it.name,
          accountName: [it.accountName],
          owner: it.iban,
          details: { newBalance: it.iban, iban: 7 },
        },
      ],
    },
    'no JSON': NO_JSON,
  }),
  situation(
    `fire NEW_TERMS_AND_CONDITIONS --to http://canary:${it.formTicket}@127.0.0.1:9/`,
    'a password in the address',
    { exit: 64 },
  ),
  ...(['documented', 'no JSON', ...spellings] as const).flatMap((provider) =>
    [' --redact', ''].map((option) =>
      situation(`record --to {provider} --port 0${option}`, `the provider: ${provider}`, {
        // The key does not pass.
        provider,
        posts: passing,
        hidden: { ...(option ? it : secrets), dataDecryptionKey: undefined },
      }),
    ),
  ),
  situation(`mock ${PORTS}`, 'it is called', { posts: calls }),
  ...[`sandbox ${SANDBOX}`, `sandbox --fault V1-IMPORT-STATUS-200 ${SANDBOX}`].map((call) =>
    situation(call, 'it is called', { posts: [...calls, ...allMessages.slice(0, 1)], answer: 'stdout' }),
  ),
  situation('sandbox --settings bank.yaml', 'settings that are none', {
    files: target({ userExists: it.clientSecret }),
  }),
  situation('faults --only V1-IMPORT-STATUS-200', 'one fault'),
  situation(
    `init bank.yaml --web-form-url https://bank.example --writes ${it.accessToken}`,
    'a secret in the place of a word',
    { exit: 64 },
  ),
  situation('explain V1-451-LOCATION', 'a clause'),
];
