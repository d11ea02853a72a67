/** What a run of the faults could come to, by hand: what the tests of the page show. */
import type { Strength } from '../../faults/strength.ts';

export const strength: Strength = {
  faults: [
    {
      id: 'IMPORT-200',
      class: 'status',
      clause: 'V1-IMPORT-451',
      says: 'answers a V1 import with 200',
      verdict: 'caught',
      sees: 'one exchange',
      isCaughtAlone: true,
      caughtBy: [
        {
          says: 'given a user with no bank connection, importBankConnectionV1 answers with 451',
          file: 'suites/v1/import.ts',
        },
        { says: 'given a V1 import, the migration ends in a web form', file: 'suites/migration/import.ts' },
      ],
      baselines: { ajv: true, prism: true, pact: true },
    },
    {
      id: 'LOCATION-OF-ANOTHER',
      class: 'status',
      clause: 'V1-451-LOCATION',
      says: 'gives the address of an earlier web form <b>again</b>',
      verdict: 'survived',
      sees: 'one exchange',
      isCaughtAlone: false,
      caughtBy: [],
      reason: 'no case asks for two forms in a row',
      baselines: { ajv: false, prism: false },
    },
    {
      id: 'LATE-UPDATE',
      class: 'silence',
      clause: 'MESSAGE-EMITTED',
      says: 'sends every message a year late',
      verdict: 'unobservable',
      sees: 'one exchange',
      isCaughtAlone: false,
      caughtBy: [],
      reason: 'nobody documents how soon a message is sent',
      baselines: { ajv: false, prism: false, pact: false },
    },
  ],
  variants: [
    {
      id: 'MORE-FIELDS',
      allowedBy: 'law 2',
      says: 'adds a field to every answer',
      verdict: 'passed',
      alarms: [],
    },
    {
      id: 'OTHER-STATUS',
      allowedBy: 'STATUS-OF-ERRORS',
      says: 'refuses with 422',
      verdict: 'false alarm',
      alarms: ['the status is 422, not 400'],
    },
  ],
  untried: ['USER-CREATE-CALL'],
  vacuity: [
    {
      of: 'BANK_LOGIN_ERROR.message',
      place: '/loginErrors/*/errorCode',
      seen: ['present', 'absent'],
      unseen: [],
    },
    { of: 'createMoneyTransferV1.2XX', place: '/accountId', seen: ['null'], unseen: ['filled'] },
  ],
  origins: [{ baseline: 'prism', tool: 'Prism 5.16.0', date: '2026-11-20', machine: 'two cores, Linux x64' }],
};
