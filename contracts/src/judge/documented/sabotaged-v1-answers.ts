/** V1 answers that ask for a web form in a wrong way: the status, the address, the call they name, the error. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { OperationId } from '../operation.ts';
import { answered, answeredField, GONE, type SabotagedExchange } from './sabotaged-exchange.ts';

const calls: [OperationId, ClauseId, string][] = [
  ['importBankConnectionV1', 'V1-IMPORT-451', 'POST /api/v1/bankConnections/import'],
  ['submitPaymentV1', 'V1-SUBMIT-451', 'POST /api/v1/payments/submit'],
];

const addresses = ['', '/forms/1', 'webform.example/forms/1', 'javascript:alert(1)'];

const endpoints = ['', 'POST', 'POST /api/v1/payments/moneyTransfers', 'GET /api/v1/bankConnections/import'];

const errors: [string, unknown, ClauseId, string][] = [
  ['errors', [], 'V1-451-CODE', 'an empty list without the entry that is due'],
  ['errors[0].code', 'web_form_required', 'V1-451-CODE', 'a list of 2 without the entry that is due'],
  ['errors[0].type', 'TECHNICAL', 'V1-451-TYPE', '"TECHNICAL", not "BUSINESS"'],
  ['errors[0].type', 'business', 'V1-451-TYPE', '"business", not "BUSINESS"'],
  ['errors[0].type', GONE, 'V1-ENVELOPE-TYPE', 'missing'],
  ['errors[0].message', 'A web form', 'V1-451-MESSAGE', '"A web form", not a numeric text'],
  ['errors[0].message', '', 'V1-451-MESSAGE', '"", not a numeric text'],
  ['errors[0].message', '-1', 'V1-451-MESSAGE', '"-1", not a numeric text'],
  ['errors[0].message', 10042, 'V1-ENVELOPE-MESSAGE', 'a number, not text'],
  ['errors[0].multiStepAuthentication', {}, 'V1-451-MULTI-STEP', 'an object, not null'],
  ['errors[0].multiStepAuthentication', GONE, 'V1-ENVELOPE-MULTI-STEP', 'missing'],
  ['errors[1]', 'text', 'V1-ENVELOPE-ERRORS', 'text, not an object'],
];

export const sabotagedV1Answers: readonly SabotagedExchange[] = calls.flatMap(([operation, clause, call]) => [
  ...[200, 400, 422, 500].map((status) =>
    answered(
      operation,
      [['/status', status]],
      [clause, '/response/status', `the status is ${status}, not 451`],
    ),
  ),
  answered(
    operation,
    [['/headers/location', GONE]],
    ['V1-451-LOCATION', '/response/headers', 'the location header is missing'],
  ),
  ...addresses.map((address) =>
    answered(
      operation,
      [['/headers/location', address]],
      [
        'V1-451-LOCATION',
        '/response/headers/location',
        `the location header is text of ${address.length} characters, not an absolute http or https address`,
      ],
    ),
  ),
  ...[...endpoints, call.replace('POST', 'PUT'), call.split(' ')[1]].map((found) =>
    answeredField(
      operation,
      'endpoint',
      found,
      'V1-ENVELOPE-ENDPOINT',
      `"${found}", not the method and path of the call, ${call}`,
    ),
  ),
  ...errors.map((row) => {
    const sabotage = answeredField(operation, ...row);
    // A list without its due entry is wrong as a whole, whatever the entry has become.
    if (row[2] !== 'V1-451-CODE') return sabotage;
    return {
      ...sabotage,
      finding: { clause: row[2], pointer: '/response/body/errors', message: `errors is ${row[3]}` },
    };
  }),
]);
