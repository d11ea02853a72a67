/** What every verb is called with that holds canaries: a table of calls, each with each of its inputs or providers. */
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
import type { ProviderKind } from './canary-provider.ts';
import {
  brokenRecords,
  echo,
  echoingRecords,
  formUrl,
  goodRecords,
  messages,
  records,
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
  readonly provider?: ProviderKind | 'sandbox';
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

type Of = Partial<Situation>;

/** Calls, parted by lines, and by name what each is called with. */
type Row = readonly [calls: string, each: Readonly<Record<string, Of>>, all?: Of];

const withInputs = (inputs: Readonly<Record<string, unknown>>, more: object = {}) =>
  Object.fromEntries(
    Object.entries(inputs).map(([when, input]) => [when, { files: { in: input, ...more } }]),
  );
const withProviders = (...manners: readonly ProviderKind[]): Record<string, Of> =>
  Object.fromEntries(manners.map((provider) => [provider, { provider }]));

const SPELT = Object.keys(SPELLINGS) as Spelling[];
const body = (id: keyof typeof records) => records[id].request.body as object;
const [paymentV1, importV1] = [body('createMoneyTransferV1'), body('importBankConnectionV1')];
const NO_JSON = `{"iban": "${it.iban}", "purpose": ${it.purpose}}`;

/** Values of the wrong kind, and unknown fields. */
const order = { amount: it.iban, purpose: [it.purpose], counterpartAddress: it.street, note: it.purpose };
const strangePayment = {
  ...paymentV1,
  ...{ iban: { value: it.iban }, executionDate: 'tomorrow', moneyTransfers: [order] },
  ...{ apiKey: it.clientSecret, owner: it.purpose },
};
const strangeImport = { ...importV1, name: [it.name], accountTypes: ['Canary'] };
const otherOrder = {
  recipient: { name: it.purpose },
  amount: { value: 1, currency: 'EUR' },
  purpose: it.name,
};
const otherV2 = { ...body('createStandalonePayment'), extra: it.name, orders: [otherOrder] };
const otherImport = { ...body('createBankConnectionImport'), bankConnectionName: it.purpose };
const flows = [
  ...[importV1Call(strangeImport), createV1Call(paymentV1, 1), submitV1Call(1), importV1Call(importV1)],
  ...[paymentV2Call(otherV2), importV2Call(otherImport), createV1Call(strangePayment, 2, { status: 400 })],
];
const everyRecord = ndjson([...goodRecords, ...echoingRecords, ...brokenRecords, ...flows]);

const REQUESTS = {
  'a payment': paymentV1,
  'an import': importV1,
  'values of the wrong kind and unknown fields': strangePayment,
  'an unknown account type': strangeImport,
  'no JSON': NO_JSON,
};
const RECORDINGS = withInputs({
  'every answer': everyRecord,
  'messages that are not encrypted': ndjson(
    messages.map((message) => ({ message, rule: { triggerEvent: 'NONE', callbackHandle: it.iban } })),
  ),
  'broken records': `${NO_JSON}\n{"${it.name}":"${it.iban}"}\n"${it.purpose}"\n{"request":{"method":"${it.name}","url":"${it.iban}"}}`,
});

/** What no verb writes, in every object of a run that verify wrote; the page shows what it knows. */
const unknown = { [it.name]: echo, extra: { iban: it.iban }, secret: it.clientSecret, address: formUrl };
const runOfOthers = JSON.parse(runJson([targetReport(violatedRun)], ended), (_, value) =>
  value?.clause || value?.response || value?.curl || value?.targets ? { ...value, ...unknown } : value,
);

/** A target file; {provider} is the address of the provider. */
const target = (settings: object = {}, more: object = {}) => ({
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
});
const { street, houseNumber, city, postCode, country } = it;
const address = { street, houseNumber, city, postCode, country };
/** Values that a target file gives its requests. */
const testData = {
  senderIbans: [it.iban],
  recipients: [{ name: it.name, iban: it.iban, bic: it.bic, address }],
  purposes: [it.purpose],
  userIds: [`${it.userId}{short}`],
  passwords: [`${it.password}{short}`],
  emails: [`{short}${it.email}`],
  phones: [it.phone],
};
/** A cipher whose errors repeat key and text. */
const leaky = {
  'leaky.mjs': `export default async (key) => {
  const say = async (text) => { throw new Error(\`${echo.replace(/[\\`]/g, '\\$&')} \${key} \${text}\`); };
  return { encrypt: say, decrypt: say };
};`,
};
const withTarget = (content: unknown): Of => ({ files: { 'bank.yaml': content, ...leaky } });
const ofOthers = withTarget(target({ webFormHosts: ['other.example'] }, { testData }));
const leakyTarget = withTarget(target({ cipher: './leaky.mjs' }));
/** The sandbox of this project, with its control plane, so that messages come too. */
const own = (settings: object = {}, more: object = {}): Of => ({
  ...withTarget(
    target(settings, {
      ...{ accessUrl: '{accessUrl}', webFormUrl: '{webFormUrl}', controlUrl: '{controlUrl}' },
      callback: { host: '127.0.0.1', port: 0 },
      ...more,
    }),
  ),
  provider: 'sandbox',
});

const form = 'application/x-www-form-urlencoded';
const calls = [{ body: paymentV1 }, { body: importV1 }, { body: echo }];
const allMessages = messages.map((body) => ({ body }));
/** Credentials and a user first: later calls repeat them in each spelling where no schema shows them. */
const passing = [
  { path: '/oauth/token', type: form, body: String(new URLSearchParams({ ...body('createToken') })) },
  { path: '/users', body: body('createUser') },
  ...allMessages,
  { type: form, body: `iban=${it.iban}&note=${encodeURIComponent(it.purpose)}` },
  { body: { note: [echo], [it.name]: 1 } },
  ...Object.values(SPELLINGS).flatMap((spell) =>
    ['text/plain', 'text/html'].map((type) => {
      return { type, body: [it.userId, it.password, it.clientSecret, it.email].map(spell).join(' and ') };
    }),
  ),
];
const logins = { triggerEvent: 'BANK_LOGIN_ERROR', callbackHandle: 1, loginErrors: [messages[0], echo] };
const ofOtherKinds = { accountId: it.name, accountName: [it.accountName], owner: it.iban };
const detailsOfOtherKinds = { newBalance: it.iban, iban: 7 };

const VERIFY = 'verify --target bank.yaml --out reports';
const SANDBOX = '--port 0 --web-form-port 0 --control-port 0';
const FIRE = 'fire NEW_ACCOUNT_BALANCE --to {hook}';
/** What passes holds every spelling, and is repeated as it is. */
const PASSED = withProviders('documented', 'no JSON', 'as it is');

const ROWS: readonly Row[] = [
  [
    `${VERIFY} --only auth users v1 v2`,
    withProviders('documented', 'no JSON', 'a token in two lines', 'personal words', ...SPELT),
    ofOthers,
  ],
  [`${VERIFY} --only v1 --json`, withProviders('as JSON'), ofOthers],
  [`${VERIFY} --only users`, withProviders('documented'), { ...ofOthers, exit: 70 }],
  ['verify --target bank.yaml --dry-run', withProviders('documented'), ofOthers],
  [`${VERIFY} --only auth`, { 'the sandbox': own() }],
  [
    `${VERIFY} --only MESSAGE-BALANCE-DETAILS-IBAN`,
    { 'the sandbox': own(), 'the sandbox and a leaky cipher': own({ cipher: './leaky.mjs' }) },
  ],
  [`${VERIFY} --only users v1 v2 migration rules`, { 'the sandbox': own({}, { testData }) }],
  [
    VERIFY,
    {
      'wrong test data': withTarget({ ...target(), testData: { emails: [it.phone], senderIbans: it.iban } }),
      'a secret in it': withTarget({ ...target(), credentials: { clientSecret: it.clientSecret } }),
      'a secret in its URL': withTarget({
        ...target(),
        accessUrl: `http://${it.clientId}:${encodeURIComponent(it.clientSecret)}@127.0.0.1:9`,
      }),
      'no YAML': withTarget(`secret: *canary\nsecret: ${it.accessToken}: x`),
      'an alias of nothing': withTarget(`secret: *${it.accessToken}`),
      'a list': withTarget([it.clientSecret]),
    },
  ],
  [
    'migrate in\nmigrate in --currency EUR',
    withInputs({ ...REQUESTS, flows: ndjson(flows) }),
    { answer: 'stdout' },
  ],
  ['compare in v2.json\ncompare in v2.json --json', withInputs(REQUESTS, { 'v2.json': otherV2 })],
  ['compare --recorded in\ncompare --recorded in --json\ncheck in\ncheck in --json', RECORDINGS],
  ['assess in\nassess in --json\nassess in --guide reports/a.md', RECORDINGS],
  ['check in', withInputs({ 'it breaks off': everyRecord }), { exit: 70 }],
  [
    'check in --target bank.yaml',
    {
      'a leaky cipher': {
        files: { ...leakyTarget.files, in: ndjson(messages.map((message) => ({ message }))) },
      },
    },
  ],
  [
    'report printed --out reports/a.html',
    { check: { before: 'check in --json' }, assess: { before: 'assess in --json' } },
    { files: { in: everyRecord } },
  ],
  [
    'report in --out reports/a.html',
    withInputs({ 'a run that holds more than verify writes': runOfOthers, 'no JSON': NO_JSON }),
  ],
  [
    'report reports/run.json --out reports/page.html',
    withProviders('as JSON'),
    { ...withTarget(target()), before: `${VERIFY} --only users` },
  ],
  [
    'listen --port 0\nlisten --port 0 --json',
    { 'messages, good and broken': { posts: [...allMessages, { body: echo }, { body: logins }] } },
  ],
  [
    'listen --port 0 --rules rules.json',
    {
      'rules that are none': {
        files: { 'rules.json': [{ triggerEvent: 'NONE', callbackHandle: [it.iban], params: it.purpose }] },
      },
    },
  ],
  [
    `${FIRE} --target bank.yaml`,
    {
      'a leaky cipher': leakyTarget,
      'secrets in the target file': withTarget(
        target({ bigDecimalForm: it.clientSecret, userExists: it.password }),
      ),
    },
  ],
  [
    `${FIRE} --data in\n${FIRE} --json --data in`,
    withInputs({
      'own data': messages[0],
      'own data of the wrong kind': { balanceChanges: [{ ...ofOtherKinds, details: detailsOfOtherKinds }] },
      'no JSON': NO_JSON,
    }),
  ],
  [
    `fire NEW_TERMS_AND_CONDITIONS --to {hook} --header X-Canary:${it.formTicket}`,
    { 'a secret in a header': {} },
  ],
  [
    `fire NEW_TERMS_AND_CONDITIONS --to {hook} --header ${it.formTicket}`,
    { 'a header without its name': { exit: 64 } },
  ],
  [
    `fire NEW_TERMS_AND_CONDITIONS --to http://canary:${it.formTicket}@127.0.0.1:9/`,
    { 'a password in the URL': { exit: 64 } },
  ],
  // The key does not pass.
  [
    'record --to {provider} --port 0 --redact',
    PASSED,
    { posts: passing, hidden: { ...it, dataDecryptionKey: undefined } },
  ],
  [
    'record --to {provider} --port 0',
    PASSED,
    { posts: passing, hidden: { ...secrets, dataDecryptionKey: undefined } },
  ],
  ['mock --port 0 --web-form-port 0', { 'it is called': { posts: calls } }],
  [
    `sandbox ${SANDBOX}\nsandbox --fault V1-IMPORT-STATUS-200 ${SANDBOX}`,
    { 'it is called': { posts: [...calls, ...allMessages.slice(0, 1)], answer: 'stdout' } },
  ],
  [
    'sandbox --settings bank.yaml',
    { 'settings that are none': withTarget(target({ userExists: it.clientSecret })) },
  ],
  [
    `init bank.yaml --web-form-url https://bank.example --writes ${it.accessToken}`,
    { 'a secret in the place of a word': { exit: 64 } },
  ],
  ['explain V1-451-LOCATION', { 'a clause': {} }],
];

export const SITUATIONS: readonly Situation[] = ROWS.flatMap(([calls, each, all]) =>
  calls.split('\n').flatMap((call) => {
    const [verb = '', ...args] = call.split(' ');
    return Object.entries(each).map(([name, of]) => {
      return { verb, args, when: `${args.join(' ')}: ${name}`, ...all, ...of };
    });
  }),
);
