/** `check`, `assess`, `listen`, `fire` and `record` with exchanges and messages that hold canaries. */
import { canaries as it } from './canaries.ts';
import {
  brokenAnswers,
  echo,
  echoingAnswers,
  goodAnswers,
  messages,
  strangeRequests,
} from './canary-records.ts';
import { NO_JSON, NO_JSON_PARSER, type Situation, situation } from './situation.ts';

const recorded = (records: readonly unknown[]) => ({
  'r.ndjson': records.map((record) => JSON.stringify(record)).join('\n'),
});

/** A target with a cipher whose errors repeat key and text. */
const chatty = {
  'bank.yaml': {
    credentials: { dataDecryptionKey: { env: 'DATA_DECRYPTION_KEY' } },
    settings: { cipher: './cipher.mjs' },
  },
  'cipher.mjs': `export default (key) => {
  const say = async (text) => { throw new Error(\`${echo} \${key} \${text}\`); };
  return { encrypt: say, decrypt: say };
};`,
};

const brokenRecords = `${NO_JSON}\n{"${it.name}":"${it.iban}"}\n"${it.purpose}"\n{"request":{"method":"${it.name}","url":"${it.iban}"}}`;
const strangeRule = { triggerEvent: 'NONE', callbackHandle: it.iban };
const ownData = { 'data.json': messages.balance };
const strangeData = {
  balanceChanges: [
    {
      accountId: it.name,
      accountName: [it.accountName],
      owner: it.iban,
      details: { newBalance: it.iban, iban: 7 },
    },
  ],
};
const sabotage = NO_JSON_PARSER;

const BALANCE = 'NEW_ACCOUNT_BALANCE --to {hook}';

/** What is wrong with each recording, and how check ends. */
const CHECKED = [
  ['good answers', 0, goodAnswers],
  ['answers that repeat what they received', 1, echoingAnswers],
  ['broken answers', 1, brokenAnswers],
  ['strange requests', 1, strangeRequests],
] as const;

const checkSituations = [
  ...['', ' --json'].flatMap((format) =>
    CHECKED.map(([when, exit, records]) =>
      situation('check', `${when}${format}`, `r.ndjson${format}`, exit, recorded(records)),
    ),
  ),
  situation('check', 'broken records', 'r.ndjson', 2, { 'r.ndjson': brokenRecords }),
  situation(
    'check',
    'messages that are not encrypted',
    'r.ndjson',
    2,
    recorded(Object.values(messages).map((message) => ({ message, rule: strangeRule }))),
  ),
  situation('check', 'it breaks off', 'r.ndjson', 70, recorded(goodAnswers), { sabotage }),
  situation('check', 'a cipher that repeats what it is given', 'r.ndjson --target bank.yaml', 1, {
    ...chatty,
    ...recorded(Object.values(messages).map((message) => ({ message }))),
  }),
];

const assessSituations = ['', ' --json', ' --markdown'].flatMap((format) => {
  const args = `r.ndjson --page reports/a.html --guide reports/a.md${format}`;
  return [
    situation('assess', `good answers${format}`, args, 1, recorded(goodAnswers)),
    situation('assess', `strange requests${format}`, args, 1, recorded(strangeRequests)),
    situation('assess', `broken records${format}`, args, 2, { 'r.ndjson': brokenRecords }),
  ];
});

const listenSituations = [
  ...['', ' --json'].map((format) =>
    situation(
      'listen',
      `messages, good and broken${format}`,
      `--port 0${format}`,
      0,
      {},
      {
        posts: [
          ...Object.values(messages),
          echo,
          { triggerEvent: 'BANK_LOGIN_ERROR', callbackHandle: 1, loginErrors: [messages.balance, echo] },
        ],
      },
    ),
  ),
  situation('listen', 'rules that are none', '--port 0 --rules rules.json', 2, {
    'rules.json': [{ triggerEvent: 'NONE', callbackHandle: [it.iban], params: it.purpose }],
  }),
];

const fireSituations = [
  situation('fire', 'a cipher that repeats what it is given', `${BALANCE} --target bank.yaml`, 2, chatty),
  situation('fire', 'secrets in the target file', `${BALANCE} --target bank.yaml`, 2, {
    'bank.yaml': { settings: { bigDecimalForm: it.clientSecret, userExists: it.password } },
  }),
  situation('fire', 'own data', `${BALANCE} --data data.json`, 1, ownData),
  situation('fire', 'own data, printed for machines', `${BALANCE} --json --data data.json`, 1, ownData),
  situation('fire', 'own data of the wrong kind', `${BALANCE} --data data.json`, 1, {
    'data.json': strangeData,
  }),
  situation(
    'fire',
    'a password in the address',
    `NEW_TERMS_AND_CONDITIONS --to http://${it.userId}:${it.password}@127.0.0.1:9/`,
    64,
  ),
  situation('fire', 'no JSON', `${BALANCE} --data data.json`, 2, { 'data.json': NO_JSON }),
  situation('fire', 'it breaks off', `${BALANCE} --data data.json`, 70, ownData, { sabotage }),
];

/** What is posted: JSON, a form, a text, and undocumented calls. */
const passing = [
  ...Object.values(messages),
  echo,
  `iban=${it.iban}&note=${it.purpose}`,
  { note: [echo], [it.name]: 1 },
];

const recordSituations = (['documented', 'echoing', 'no JSON', 'personal words'] as const).map((provider) =>
  situation(
    'record',
    `with redaction, answers: ${provider}`,
    '--to {provider} --port 0 --redact',
    0,
    {},
    { provider, posts: passing },
  ),
);

export const trafficSituations: readonly Situation[] = [
  ...checkSituations,
  ...assessSituations,
  ...listenSituations,
  ...fireSituations,
  ...recordSituations,
];
