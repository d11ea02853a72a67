/** `report` with the run.json that verify wrote of a provider which repeats what it was told, and with files that others wrote. */
import { canaries as it } from './canaries.ts';
import { echo, formUrl } from './recorded.ts';
import { NO_JSON, type Situation, target } from './situation.ts';

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
          file: 'suites/v1/import.ts',
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

export const reportSituations: readonly Situation[] = [
  {
    verb: 'report',
    when: 'a run of a provider that repeats what it was told',
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
