/** Runs written by hand, one for each way to end: what the tests of the reports show. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { defaultTargetSettings } from '../../contracts/generated/settings.ts';
import { findingOf } from '../../contracts/src/base/finding.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { migrateImport, migratePayment } from '../../contracts/src/migration/migrate-request.ts';
import type { ReportedRun } from '../report/run-outcome.ts';
import type { CaseResult, ClauseResult, FlowPair } from '../runner/verdict.ts';

const ACCESS = 'http://127.0.0.1:4010';
const WEB_FORM = 'http://127.0.0.1:4011';
const FORM = 'https://webform.example/forms/1';
const NO_JUDGEMENT = 'a mock responds from the documents and judges requests by nothing else';
const NO_MESSAGES = 'a mock runs no batch update and sends no messages';

const UPHELD: readonly ClauseId[] = [
  ...(['V1-IMPORT-451', 'V1-451-LOCATION', 'V1-451-CODE', 'V1-451-TYPE', 'V1-451-MESSAGE'] as const),
  ...(['V1-ENVELOPE', 'V2-IMPORT-201', 'V2-NO-LOCATION', 'V2-FORM-URL', 'MIGRATION-BANK-ID'] as const),
];

/** What a run gets from the command line at its end. */
export const ended = { exitCode: 0 } as const;

/** A V1 import of a named bank connection, answered as documented. */
export const importV1: Exchange = {
  request: {
    method: 'POST',
    url: `${ACCESS}/api/v1/bankConnections/import`,
    headers: { authorization: 'Bearer tok-5ecret-1', 'content-type': 'application/json' },
    body: { json: { bankId: 280001, name: "Erika's bank", accountTypes: ['CreditCard'], apiKey: 'k-77' } },
  },
  response: {
    status: 451,
    headers: { 'content-type': 'application/json', location: `${FORM}?ticket=t1ck3t` },
    body: {
      json: {
        errors: [
          { message: '4711', code: 'WEB_FORM_REQUIRED', type: 'BUSINESS', multiStepAuthentication: null },
        ],
        date: '2026-11-20 09:15:00.123',
        requestId: 'req-1',
        endpoint: 'POST /api/v1/bankConnections/import',
        authContext: 'client-1/erika',
        bank: '280001 - Test bank',
      },
    },
  },
};

/** The same import answered with 500 and, though it is no success, a location. */
export const brokenImportV1: Exchange = {
  request: importV1.request,
  response: { ...importV1.response, status: 500 },
};

const upheldCase: CaseResult = {
  clause: 'V1-IMPORT-451',
  says: 'given a user with no bank connection, importBankConnectionV1 asks for a web form',
  file: 'suites/v1/v1-cases.ts',
  verdict: 'upheld',
  findings: [],
  shown: ['V1-451-LOCATION'],
  exchanges: [importV1],
};
const unreachedCase: CaseResult = {
  ...upheldCase,
  clause: 'RULE-DUPLICATE-REFUSED',
  says: 'given a rule, createNotificationRule refuses the same rule again',
  file: 'suites/rules/unique-rules.ts',
  verdict: 'out of reach',
  reason: NO_JUDGEMENT,
  shown: [],
  exchanges: [],
};
const violatedCase: CaseResult = {
  ...upheldCase,
  verdict: 'violated',
  findings: [
    findingOf('V1-IMPORT-451', {
      kind: 'status',
      pointer: '/response/status',
      expected: '451',
      found: '500',
    }),
    findingOf('V1-451-LOCATION', {
      kind: 'format',
      pointer: '/response/headers/location',
      expected: 'an absolute URL',
      found: 'text',
    }),
  ],
  shown: [],
  exchanges: [brokenImportV1],
};

const importFlow: FlowPair = {
  flow: 'import',
  v1: [{ operation: 'importBankConnectionV1', status: 451, address: 'location' }],
  v2: [{ operation: 'createBankConnectionImport', status: 201, address: 'url' }],
  fields: migrateImport({ bankId: 280001, interface: 'XS2A', accountTypes: ['CreditCard'] }).fields,
};
const payment = {
  iban: 'DE89370400440532013000',
  moneyTransfers: [
    { counterpartName: 'Max Mustermann', amount: 12.5, structuredRemittanceInformation: ['RF1853'] },
  ],
};
const paymentFlow: FlowPair = {
  flow: 'payment',
  v1: [
    { operation: 'createMoneyTransferV1', status: 200 },
    { operation: 'submitPaymentV1', status: 451, address: 'location' },
  ],
  v2: [{ operation: 'createStandalonePayment', status: 201, address: 'url' }],
  fields: migratePayment(payment, { currency: 'EUR' }).fields,
};

type Verdict = Pick<ClauseResult, 'verdict' | 'reason'>;

/** Every clause that is not excluded: `ofTen` of the ten above, and all but these and `others` out of reach for one of two reasons. */
function clausesWith(
  ofTen?: Verdict,
  others: Readonly<Partial<Record<ClauseId, Verdict>>> = {},
): ClauseResult[] {
  return (ledger.clauses as { id: ClauseId; area: string; excluded?: string }[])
    .filter(({ excluded }) => !excluded)
    .map(({ id, area }): ClauseResult => {
      const reason = area === 'notifications' ? NO_MESSAGES : NO_JUDGEMENT;
      const own = others[id] ?? (UPHELD.includes(id) ? ofTen : undefined);
      return { clause: id, ...(own ?? { verdict: 'out of reach', reason }) };
    })
    .sort((a, b) => (a.clause < b.clause ? -1 : 1));
}

/** Upheld as far as it reaches. */
export const green: ReportedRun = {
  target: 'mock',
  chosenBy: 'mock',
  accessUrl: ACCESS,
  webFormUrl: WEB_FORM,
  ran: { at: '2026-11-20T09:15:00.123Z', seconds: 1.5, version: '0.1.0', commit: '0123456789abcdef' },
  flows: [importFlow, paymentFlow],
  settings: defaultTargetSettings,
  cases: [upheldCase, unreachedCase],
  clauses: clausesWith({ verdict: 'upheld' }),
};

/** One case breaks two clauses, and the import flow with them. */
export const violated: ReportedRun = {
  ...green,
  flows: [
    { ...importFlow, v1: [{ operation: 'importBankConnectionV1', status: 500, address: 'location' }] },
    paymentFlow,
  ],
  cases: [violatedCase, unreachedCase],
  clauses: clausesWith(
    { verdict: 'upheld' },
    { 'V1-IMPORT-451': { verdict: 'violated' }, 'V1-451-LOCATION': { verdict: 'violated' } },
  ),
};

/** All is well, but a target file admits a violation that is gone. */
export const stale: ReportedRun = {
  ...green,
  target: 'bank',
  chosenBy: 'bank.yaml',
  clauses: clausesWith(
    { verdict: 'upheld' },
    { 'V2-NO-LOCATION': { verdict: 'violated', reason: 'its deviation no longer occurs: remove the entry' } },
  ),
};

/** The target is down. */
const down = {
  verdict: 'unproven',
  reason: `mock does not respond at ${ACCESS} (ECONNREFUSED)`,
} as const;
export const unproven: ReportedRun = {
  ...green,
  flows: [],
  cases: [{ ...upheldCase, ...down, shown: [], exchanges: [] }, unreachedCase],
  clauses: clausesWith(down),
};

/** A target that can show nothing. */
export const unreached: ReportedRun = { ...green, flows: [], cases: [unreachedCase], clauses: clausesWith() };

/** Runs with notifications, one kept and one broken, by hand: what the tests of the page show. */

const rules = {
  low: {
    triggerEvent: 'LOW_ACCOUNT_BALANCE',
    params: { balanceThreshold: 100 },
    callbackHandle: 'run-1-low',
    includeDetails: true,
  },
} as const;
const update = { update: { accounts: [{ accountId: 101, newBalance: 12.5 }] } };
const message = {
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  notificationRuleId: 7,
  callbackHandle: 'run-1-low',
  balanceThreshold: 100,
  balanceChanges: [
    {
      accountId: 101,
      accountName: 'Girokonto Erika',
      bankName: 'Example Bank',
      details: { newBalance: 999.5 },
    },
  ],
};
const expected = [
  { rule: 'low', balanceChanges: [{ accountId: 101, details: { newBalance: 12.5 } }] },
] as const;

/** Nothing is to be sent, and nothing came. */
const silentScenario: CaseResult = {
  clause: 'MESSAGE-LOW-FIRES',
  says: 'given a balance at the threshold, the service sends nothing',
  file: 'suites/events/low-account-balance.ts',
  verdict: 'upheld',
  findings: [],
  shown: [],
  exchanges: [],
  played: { rules, steps: [update, { advance: 'PT1H' }, { expected: [], received: [] }] },
};

/** The new balance is in the details, encrypted; the message has another one. */
const brokenScenario: CaseResult = {
  ...silentScenario,
  clause: 'MESSAGE-BALANCE-DETAILS-NEW',
  says: 'given a rule with a threshold, the service sends the balance of the bank',
  verdict: 'violated',
  findings: [
    findingOf('MESSAGE-BALANCE-DETAILS-NEW', {
      pointer: '/steps/1/received/0/message/balanceChanges/0/details/newBalance',
      expected: '250',
      found: 'number with 1 decimal',
    }),
  ],
  played: { rules, steps: [update, { expected, received: [{ rule: 'low', message }] }] },
};

const OTHERS = ['MESSAGE-BALANCE-DETAILS-NEW', 'RULE-DUPLICATE-REFUSED', 'USER-CREATE-CALL'] as const;

/** With enough clauses for every verdict; a whole ledger shows nothing else, and takes long to look at. */
export function briefly(run: ReportedRun): ReportedRun {
  const shown: readonly ClauseId[] = [...UPHELD, ...OTHERS];
  return { ...run, clauses: run.clauses.filter(({ clause }) => shown.includes(clause)) };
}

/** A target that keeps its word and one that breaks it in a call and in a message. */
export const greenRun: ReportedRun = { ...briefly(green), cases: [...green.cases, silentScenario] };
export const violatedRun: ReportedRun = {
  ...briefly(violated),
  target: 'sandbox',
  chosenBy: 'sandbox',
  cases: [...violated.cases, brokenScenario, silentScenario],
  clauses: briefly(violated).clauses.map((result) =>
    result.clause === brokenScenario.clause ? { clause: result.clause, verdict: 'violated' } : result,
  ),
};
