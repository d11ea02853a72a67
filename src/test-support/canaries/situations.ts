/** `report` with the run.json that verify wrote of a provider which repeats what it received, and with files that others wrote. */
import { canaries as it } from './canaries.ts';
import {
  echo,
  echoingAnswers,
  formUrl,
  importV1,
  messages,
  paymentV1,
  strangeRequests,
} from './canary-records.ts';
import { requestSituations } from './request-situations.ts';
import { NO_JSON, type Situation, situation, target } from './situation.ts';
import { trafficSituations } from './traffic-situations.ts';
import { verifySituations } from './verify-situations.ts';

/** What no verb writes, beside what verify does; the page shows what it knows. */
const unknown = { [it.name]: echo, body: { iban: it.iban }, secret: it.clientSecret, url: formUrl };
const violated = {
  clause: 'V1-IMPORT-451',
  says: 'answers with 451',
  verdict: 'violated',
  ...unknown,
};
const exchange = {
  request: { ...unknown, method: 'POST', url: 'https://bank.example/api', headers: {}, body: { json: 1 } },
  response: { ...unknown, status: 500, headers: {}, body: { ...unknown, text: 'no JSON' } },
  curl: 'curl',
  ...unknown,
};
const finding = { clause: 'V1-IMPORT-451', pointer: '/response/status', message: 'is 500', ...unknown };
const writtenByOthers = {
  exitCode: 1,
  targets: [
    {
      target: 'bank',
      accessUrl: 'https://bank.example',
      webFormUrl: 'https://bank.example',
      tally: { upheld: 0, violated: 1, admitted: 0, unproven: 0, 'out of reach': 0 },
      flows: [],
      clauses: [{ ...violated, area: 'v1', source: 'table 1' }],
      cases: [
        {
          ...violated,
          file: 'suites/v1/v1-cases.ts',
          findings: [finding],
          shown: [],
          repeat: 'npm run verify',
          exchanges: [exchange],
        },
      ],
      settings: [],
      ...unknown,
    },
  ],
  ...unknown,
};

const TO_PAGE = '--out reports/page.html';
const calls = { posts: [paymentV1, importV1, echo] };
const toStdout = { answer: 'stdout' } as const;

const reportSituations: readonly Situation[] = [
  situation(
    'report',
    'a run of a provider that repeats what it received',
    `reports/run.json ${TO_PAGE}`,
    0,
    target(),
    {
      before: ['verify', '--target', 'bank.yaml', '--out', 'reports', '--only', 'users'],
      provider: 'echoing',
    },
  ),
  situation('report', 'a run that holds more than verify writes', `run.json ${TO_PAGE}`, 0, {
    'run.json': writtenByOthers,
  }),
  situation('report', 'results that hold what no verb writes', `run.json ${TO_PAGE}`, 2, {
    'run.json': { exitCode: 1, targets: [], [it.name]: echo, cases: [echo] },
  }),
  ...['check', 'assess'].map((verb) =>
    situation(
      'report',
      `what ${verb} --json prints`,
      `printed ${TO_PAGE}`,
      0,
      { 'r.ndjson': [...echoingAnswers, ...strangeRequests].map((it) => JSON.stringify(it)).join('\n') },
      { before: [verb, '--json', 'r.ndjson'] },
    ),
  ),
  situation('report', 'no JSON', `run.json ${TO_PAGE}`, 2, { 'run.json': NO_JSON }),
];

/**
 * What every verb is called with that holds canaries: on success, on failure and where it breaks off, a row each. The names
 * of fields, and the values of fields that are neither secret nor personal, are repeated on purpose.
 */

const PORTS = '--port 0 --web-form-port 0';

export const SITUATIONS: readonly Situation[] = [
  ...verifySituations,
  ...requestSituations,
  ...trafficSituations,
  situation('mock', 'it is called', PORTS, 0, {}, calls),
  situation(
    'sandbox',
    'it is called',
    `${PORTS} --control-port 0`,
    0,
    {},
    {
      posts: [...calls.posts, messages.balance],
      ...toStdout,
    },
  ),
  situation(
    'sandbox',
    'it misbehaves',
    `--fault STATUS-V1-IMPORT-200 ${PORTS} --control-port 0`,
    0,
    {},
    { ...calls, ...toStdout },
  ),
  situation(
    'sandbox',
    'settings that are none',
    '--settings bank.yaml',
    2,
    target({ userExists: it.clientSecret }),
  ),
  situation('faults', 'one fault', '--only STATUS-V1-IMPORT-200', 0),
  situation(
    'init',
    'a secret in the place of the name of its variable',
    `bank.yaml --access-url https://bank.example --web-form-url https://bank.example --writes allowed --client-secret ${it.clientSecret}`,
    64,
  ),
  ...reportSituations,
  situation('explain', 'a clause', 'V1-451-LOCATION', 0),
  situation('export', 'a collection', '--postman reports/a.json', 0),
  situation('pact', 'a pact that is none', '--pacts pact.json', 2, { 'pact.json': NO_JSON }),
  situation('diff', 'a package that is none', 'old.tgz', 2, { 'old.tgz': NO_JSON }),
];
