/** `report` with the run.json that verify wrote of a provider which repeats what it received, and with files that others wrote. */
import { canaries as it } from './canaries.ts';
import { echo, formUrl, importV1, messages, paymentV1 } from './canary-records.ts';
import { requestSituations } from './request-situations.ts';
import { NO_JSON, type Situation, target } from './situation.ts';
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

const reportSituations: readonly Situation[] = [
  {
    verb: 'report',
    when: 'a run of a provider that repeats what it received',
    before: ['verify', '--target', 'bank.yaml', '--out', 'reports', '--only', 'users'],
    args: ['reports/run.json', '--out', 'reports/page.html'],
    files: target(),
    provider: 'echoing',
    exit: 0,
  },
  {
    verb: 'report',
    when: 'a run that holds more than verify writes',
    args: ['run.json', '--out', 'reports/page.html'],
    files: { 'run.json': writtenByOthers },
    exit: 0,
  },
  {
    verb: 'report',
    when: 'results that hold what no verb writes',
    args: ['run.json', '--out', 'reports/page.html'],
    files: { 'run.json': { exitCode: 1, targets: [], [it.name]: echo, cases: [echo] } },
    exit: 2,
  },
  {
    verb: 'report',
    when: 'no JSON',
    args: ['run.json', '--out', 'reports/page.html'],
    files: { 'run.json': NO_JSON },
    exit: 2,
  },
];

/**
 * What every verb is called with that holds canaries: on success, on failure and where it breaks off, a row each. The names
 * of fields, and the values of fields that are neither secret nor personal, are repeated on purpose.
 */

export const SITUATIONS: readonly Situation[] = [
  ...verifySituations,
  ...requestSituations,
  ...trafficSituations,
  {
    verb: 'mock',
    when: 'it is called',
    args: ['--port', '0', '--web-form-port', '0'],
    exit: 0,
    posts: [paymentV1, importV1, echo],
  },
  {
    verb: 'sandbox',
    when: 'it is called',
    args: ['--port', '0', '--web-form-port', '0', '--control-port', '0'],
    exit: 0,
    posts: [paymentV1, importV1, echo, messages.balance],
    answer: 'stdout',
  },
  {
    verb: 'sandbox',
    when: 'it misbehaves',
    args: ['--fault', 'STATUS-V1-IMPORT-200', '--port', '0', '--web-form-port', '0', '--control-port', '0'],
    exit: 0,
    posts: [paymentV1, importV1, echo],
    answer: 'stdout',
  },
  {
    verb: 'sandbox',
    when: 'settings that are none',
    args: ['--settings', 'bank.yaml'],
    files: { 'bank.yaml': { ...target()['bank.yaml'], settings: { userExists: it.clientSecret } } },
    exit: 2,
  },
  {
    verb: 'faults',
    when: 'one fault',
    args: ['--only', 'STATUS-V1-IMPORT-200'],
    exit: 0,
  },
  ...reportSituations,
  { verb: 'explain', when: 'a clause', args: ['V1-451-LOCATION'], exit: 0 },
  {
    verb: 'pact',
    when: 'a pact that is none',
    args: ['--pacts', 'pact.json'],
    files: { 'pact.json': NO_JSON },
    exit: 2,
  },
  { verb: 'diff', when: 'a package that is none', args: ['old.tgz'], files: { 'old.tgz': NO_JSON }, exit: 2 },
];
