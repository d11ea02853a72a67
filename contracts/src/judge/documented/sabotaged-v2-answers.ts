/** V2 answers that create a web form in a wrong way: the status, traces of V1, the validity, the type, the host. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { OperationId } from '../operation.ts';
import { answered, answeredField, type Edit, type SabotagedExchange } from './sabotaged-exchange.ts';

const IMPORT = 'BANK_CONNECTION_IMPORT';
const PAYMENT = 'STANDALONE_PAYMENT';

const calls: [OperationId, ClauseId, ClauseId, string, string][] = [
  ['createBankConnectionImport', 'V2-IMPORT-201', 'V2-IMPORT-TYPE', IMPORT, PAYMENT],
  ['createStandalonePayment', 'V2-PAYMENT-201', 'V2-PAYMENT-TYPE', PAYMENT, IMPORT],
];

const errors = [{ code: 'OTHER' }, { code: 'WEB_FORM_REQUIRED' }];
const traces: Edit[][] = [
  [
    ['/status', 451],
    ['/body/json', { errors }],
  ],
  [
    ['/status', 400],
    ['/body/json', { errors }],
  ],
  [['/body/json/errors', errors]],
];

const ends = [
  '2026-11-20T08:15:00.123+0000',
  '2026-11-20T08:15:00.122+0000',
  // Later on the clock of its zone, and earlier all the same.
  '2026-11-20T09:00:00.000+0100',
];

export const sabotagedV2Answers: readonly SabotagedExchange[] = calls.flatMap(
  ([operation, clause, typeClause, type, other]) => [
    ...[200, 202, 202].map((status) =>
      answered(
        operation,
        [['/status', status]],
        [clause, '/response/status', `the status is ${status}, not 201`],
      ),
    ),
    answered(
      operation,
      [['/headers/location', 'https://webform.example/1']],
      ['V2-NO-LOCATION', '/response/headers/location', 'the location header is there, not absent'],
    ),
    ...traces.map((edits) =>
      answered(operation, edits, [
        'V2-NO-WEB-FORM-REQUIRED',
        '/response/body',
        'the body holds WEB_FORM_REQUIRED, which V2 does not use',
      ]),
    ),
    ...ends.map((expiresAt) =>
      answered(
        operation,
        [['/body/json/expiresAt', expiresAt]],
        ['V2-FORM-VALIDITY', '/response/body/expiresAt', 'expiresAt is not after createdAt'],
      ),
    ),
    answeredField(operation, 'type', other, typeClause, `"${other}", not "${type}"`),
    answered(
      operation,
      [['/body/json/url', 'https://elsewhere.example/1']],
      ['V2-FORM-URL-HOST', '/response/body/url', 'url is on "elsewhere.example", not on webform.example'],
      { webFormHosts: ['webform.example'] },
    ),
  ],
);
