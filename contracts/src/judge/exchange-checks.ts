/** The checks of each operation beyond its schemas. */

import { operations } from '../../generated/operations.ts';
import { selectedVersion } from '../base/api-version.ts';
import { sameDecimal } from '../base/decimal.ts';
import { type FlowOperation, flowCalls, flowOperations } from '../base/flows.ts';
import { isAbsoluteUrl } from '../base/formats.ts';
import { isNumber, member } from '../base/json-value.ts';
import { type ClauseCheck, held } from './clause-check.ts';
import { holdsSent, ofCreation, repeatsSent } from './echoed-fields.ts';
import { type Exchange, jsonOf } from './exchange.ts';
import {
  isOtherEnvelope,
  isSuccess,
  type OperationId,
  operationOf,
  pathOf,
  requiresWebForm,
} from './operation.ts';
import { webFormChecks } from './v2-form-checks.ts';

type ExchangeCheck = ClauseCheck<Exchange>;

/** API v1 refuses a rule with waitForCategorization (Errors 5). */
const waitsOnV1: ExchangeCheck = {
  clause: 'RULE-WAIT-V1-REFUSED',
  readsRequest: true,
  check: ({ request, response }, { apiVersionSelectors }) => {
    const waits = member(member(jsonOf(request.body), 'params'), 'waitForCategorization');
    if (waits === undefined) return 'silent';
    if (selectedVersion(apiVersionSelectors, request, pathOf(request.url)) !== 'v1') return 'silent';
    const isRefused = !isSuccess('createNotificationRule', response.status);
    const pointer = '/request/body/params/waitForCategorization';
    return held(isRefused, pointer, '4xx or 5xx on API v1', 'status', `${response.status}`);
  },
};

const paymentOrderCount = ofCreation('V1-PAYMENT-ORDER-COUNT', (sent, answered) => {
  const [orders, counted] = [member(sent, 'moneyTransfers'), member(answered, 'orderCount')];
  if (!Array.isArray(orders) || !isNumber(counted)) return 'silent';
  const expected = `${orders.length}, the number of orders`;
  return held(sameDecimal(counted, orders.length), '/response/body/orderCount', expected, 'count');
});

/** Creating a payment needs no web form; submitting it does. */
const createsWithoutForm: ExchangeCheck = {
  clause: 'V1-TWO-CALLS',
  check: ({ response: { status, body } }) => {
    const isCreated = isSuccess('createMoneyTransferV1', status);
    if (!isCreated && !requiresWebForm(jsonOf(body))) return 'silent';
    return held(isCreated, '/response/body', 'no web form', 'unexpected', 'one');
  },
};

const locationOf451: ExchangeCheck = {
  clause: 'V1-451-LOCATION',
  check: ({ response: { status, headers } }) => {
    if (status !== 451) return 'silent';
    const { location } = headers;
    if (location === undefined)
      return [{ kind: 'missing', pointer: '/response/headers', subject: 'the location header' }];
    const expected = 'an absolute http or https URL';
    return held(isAbsoluteUrl(location), '/response/headers/location', expected, 'format');
  },
};

const endpointOfCall: ExchangeCheck = {
  clause: 'V1-ENVELOPE-ENDPOINT',
  readsRequest: true,
  check: ({ request, response }) => {
    const operationId = operationOf(request);
    const endpoint = member(jsonOf(response.body), 'endpoint');
    if (operationId === undefined || typeof endpoint !== 'string') return 'silent';
    const is451 = response.status === 451 && isSuccess(operationId, 451);
    if (!is451 && !isOtherEnvelope(operationId, response)) return 'silent';
    const { method, path } = operations[operationId];
    const named = endpoint.toUpperCase().indexOf(method);
    const expected = `the method and path of the call, ${method} ${path}`;
    return held(named >= 0 && endpoint.indexOf(path, named) >= 0, '/response/body/endpoint', expected);
  },
};

const formChecks = Object.fromEntries(
  flowOperations.map((operation) => [
    operation,
    flowCalls[operation].version === 'V2' ? webFormChecks : [locationOf451, endpointOfCall],
  ]),
) as Readonly<Record<FlowOperation, readonly ExchangeCheck[]>>;

/** The checks of each operation, in the order of their findings. */
export const exchangeChecks: Readonly<Record<OperationId, readonly ExchangeCheck[]>> = {
  ...formChecks,
  createToken: [],
  createUser: [
    repeatsSent('USER-RESPONSE-ID', 'id'),
    repeatsSent('USER-RESPONSE-PASSWORD', 'password'),
    repeatsSent('USER-RESPONSE-EMAIL', 'email'),
    holdsSent('USER-RESPONSE-EMAIL', 'email', 'text'),
    repeatsSent('USER-RESPONSE-PHONE', 'phone'),
    holdsSent('USER-RESPONSE-PHONE', 'phone', 'text'),
    repeatsSent('USER-RESPONSE-AUTO-UPDATE', 'isAutoUpdateEnabled'),
  ],
  createNotificationRule: [waitsOnV1],
  getClientConfiguration: [],
  createMoneyTransferV1: [
    createsWithoutForm,
    paymentOrderCount,
    repeatsSent('V1-PAYMENT-IBAN', 'iban'),
    holdsSent('V1-PAYMENT-EXECUTION-DATE', 'instructedExecutionDate', 'text', 'executionDate'),
    holdsSent('V1-PAYMENT-INSTANT', 'instantPayment', 'true or false'),
    endpointOfCall,
  ],
};
