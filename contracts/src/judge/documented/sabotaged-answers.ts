/** Answers that are wrong in one way which a table of fields cannot say: no body, an impossible value, a lost echo. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { OperationId } from '../operation.ts';
import { answered, answeredField, GONE, type SabotagedExchange } from './sabotaged-exchange.ts';
import { sabotagedV1Answers } from './sabotaged-v1-answers.ts';
import { sabotagedV2Answers } from './sabotaged-v2-answers.ts';

const objects: [OperationId, ClauseId][] = [
  ['createToken', 'AUTH-TOKEN-RESPONSE'],
  ['createUser', 'USER-RESPONSE'],
  ['getClientConfiguration', 'CONFIG-RESPONSE'],
  ['importBankConnectionV1', 'V1-ENVELOPE'],
  ['createMoneyTransferV1', 'V1-PAYMENT'],
  ['submitPaymentV1', 'V1-ENVELOPE'],
  ['createBankConnectionImport', 'V2-FORM'],
  ['createStandalonePayment', 'V2-FORM'],
];

const bodies: [string, unknown, string][] = [
  ['/body', GONE, 'the body is missing, not a JSON object'],
  ['/body', { text: '<html>' }, 'the body is text that is not JSON, not a JSON object'],
  ['/body/json', [], 'the body is a list, not an object'],
  ['/body/json', null, 'the body is null, not an object'],
];

const echoes: [ClauseId, string, unknown][] = [
  ['USER-RESPONSE-ID', 'id', 'bert'],
  ['USER-RESPONSE-PASSWORD', 'password', '********'],
  ['USER-RESPONSE-EMAIL', 'email', 'Anna@example.com'],
  ['USER-RESPONSE-PHONE', 'phone', '+49301'],
  ['USER-RESPONSE-AUTO-UPDATE', 'isAutoUpdateEnabled', false],
];

const fields: [OperationId, string, unknown, ClauseId, string][] = [
  [
    'createToken',
    'access_token',
    ' ',
    'AUTH-TOKEN-VALUE',
    'text of 1 character, not text that says something',
  ],
  ['createMoneyTransferV1', 'orderCount', 1, 'V1-PAYMENT-ORDER-COUNT', '1, not 2, the number of orders'],
  ['createMoneyTransferV1', 'iban', 'DE02', 'V1-PAYMENT-IBAN', 'another one, not the IBAN of the sender'],
];

export const sabotagedAnswers: readonly SabotagedExchange[] = [
  ...objects.flatMap(([operation, clause]) =>
    bodies.map(([at, to, message]) => answered(operation, [[at, to]], [clause, '/response/body', message])),
  ),
  ...echoes.map(([clause, field, to]) =>
    answeredField('createUser', field, to, clause, 'another value, not the one of the request'),
  ),
  ...fields.map((row) => answeredField(...row)),
  ...sabotagedV1Answers,
  ...sabotagedV2Answers,
];
