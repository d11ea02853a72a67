/** `check`, `listen` and `fire` with exchanges and messages that hold canaries. */
import { canaries as it } from './canaries.ts';
import {
  brokenAnswers,
  echo,
  echoingAnswers,
  goodAnswers,
  messages,
  strangeRequests,
} from './canary-records.ts';
import { NO_JSON, NO_JSON_PARSER, type Situation } from './situation.ts';

const ndjson = (records: readonly unknown[]) => records.map((record) => JSON.stringify(record)).join('\n');

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

export const trafficSituations: readonly Situation[] = [
  ...[[], ['--json']].flatMap((format): Situation[] => [
    {
      verb: 'check',
      when: `good answers ${format}`,
      args: ['r.ndjson', ...format],
      files: { 'r.ndjson': ndjson(goodAnswers) },
      exit: 0,
    },
    {
      verb: 'check',
      when: `answers that repeat what they received ${format}`,
      args: ['r.ndjson', ...format],
      files: { 'r.ndjson': ndjson(echoingAnswers) },
      exit: 1,
    },
    {
      verb: 'check',
      when: `broken answers ${format}`,
      args: ['r.ndjson', ...format],
      files: { 'r.ndjson': ndjson(brokenAnswers) },
      exit: 1,
    },
    {
      verb: 'check',
      when: `strange requests ${format}`,
      args: ['r.ndjson', ...format],
      files: { 'r.ndjson': ndjson(strangeRequests) },
      exit: 1,
    },
  ]),
  {
    verb: 'check',
    when: 'broken records',
    args: ['r.ndjson'],
    files: {
      'r.ndjson': `${NO_JSON}\n{"${it.name}":"${it.iban}"}\n"${it.purpose}"\n{"request":{"method":"${it.name}","url":"${it.iban}"}}`,
    },
    exit: 2,
  },
  {
    verb: 'check',
    when: 'messages that are not encrypted',
    args: ['r.ndjson'],
    files: {
      'r.ndjson': ndjson(
        Object.values(messages).map((message) => ({
          message,
          rule: { triggerEvent: 'NONE', callbackHandle: it.iban },
        })),
      ),
    },
    exit: 2,
  },
  {
    verb: 'check',
    when: 'it breaks off',
    args: ['r.ndjson'],
    files: { 'r.ndjson': ndjson(goodAnswers) },
    exit: 2,
    sabotage: NO_JSON_PARSER,
  },

  ...[[], ['--json']].map(
    (format): Situation => ({
      verb: 'listen',
      when: `messages, good and broken ${format}`,
      args: ['--port', '0', ...format],
      exit: 0,
      posts: [
        ...Object.values(messages),
        echo,
        { triggerEvent: 'BANK_LOGIN_ERROR', callbackHandle: 1, loginErrors: [messages.balance, echo] },
      ],
    }),
  ),
  {
    verb: 'listen',
    when: 'rules that are none',
    args: ['--port', '0', '--rules', 'rules.json'],
    files: { 'rules.json': [{ triggerEvent: 'NONE', callbackHandle: [it.iban], params: it.purpose }] },
    exit: 2,
  },

  {
    verb: 'check',
    when: 'a cipher that repeats what it is given',
    args: ['r.ndjson', '--target', 'bank.yaml'],
    files: { ...chatty, 'r.ndjson': ndjson(Object.values(messages).map((message) => ({ message }))) },
    exit: 1,
  },
  {
    verb: 'fire',
    when: 'a cipher that repeats what it is given',
    args: ['NEW_ACCOUNT_BALANCE', '--to', '{hook}', '--target', 'bank.yaml'],
    files: chatty,
    exit: 2,
  },
  {
    verb: 'fire',
    when: 'secrets in the target file',
    args: ['NEW_ACCOUNT_BALANCE', '--to', '{hook}', '--target', 'bank.yaml'],
    files: { 'bank.yaml': { settings: { bigDecimalForm: it.clientSecret, userExists: it.password } } },
    exit: 2,
  },
  {
    verb: 'fire',
    when: 'own data',
    args: ['NEW_ACCOUNT_BALANCE', '--to', '{hook}', '--data', 'data.json'],
    files: { 'data.json': messages.balance },
    exit: 1,
  },
  {
    verb: 'fire',
    when: 'own data, printed for machines',
    args: ['NEW_ACCOUNT_BALANCE', '--json', '--to', '{hook}', '--data', 'data.json'],
    files: { 'data.json': messages.balance },
    exit: 1,
  },
  {
    verb: 'fire',
    when: 'own data of the wrong kind',
    args: ['NEW_ACCOUNT_BALANCE', '--to', '{hook}', '--data', 'data.json'],
    files: {
      'data.json': {
        balanceChanges: [
          {
            accountId: it.name,
            accountName: [it.accountName],
            owner: it.iban,
            details: { newBalance: it.iban, iban: 7 },
          },
        ],
      },
    },
    exit: 1,
  },
  {
    verb: 'fire',
    when: 'a password in the address',
    args: ['NEW_TERMS_AND_CONDITIONS', '--to', `http://${it.userId}:${it.password}@127.0.0.1:9/`],
    exit: 64,
  },
  {
    verb: 'fire',
    when: 'no JSON',
    args: ['NEW_ACCOUNT_BALANCE', '--to', '{hook}', '--data', 'data.json'],
    files: { 'data.json': NO_JSON },
    exit: 2,
  },
  {
    verb: 'fire',
    when: 'it breaks off',
    args: ['NEW_ACCOUNT_BALANCE', '--to', '{hook}', '--data', 'data.json'],
    files: { 'data.json': messages.balance },
    exit: 2,
    sabotage: NO_JSON_PARSER,
  },
];
