/** What an exchange of each operation must keep beyond its schemas. */

import { operations } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import { selectedVersion } from '../base/api-version.ts';
import { isAbsoluteUrl, webFormInstant } from '../base/formats.ts';
import { member, textsIn } from '../base/json-value.ts';
import { show } from '../base/text.ts';
import { breach, type ClauseCheck } from './clause-check.ts';
import { holdsSent, ofSuccess, repeatsSent } from './echoed-fields.ts';
import { type Exchange, jsonOf } from './exchange.ts';
import { isBusy, isSuccess, type OperationId, operationOf, pathOf, requiresWebForm } from './operation.ts';
import { schemaFindings } from './schema-findings.ts';

type ExchangeCheck = ClauseCheck<Exchange>;

/** On API v1 a rule that specifies waitForCategorization is refused (Errors 5). */
const waitsOnV1: ExchangeCheck = {
  clause: 'RULE-WAIT-V1-REFUSED',
  readsRequest: true,
  check: ({ request, response }, { apiVersionSelectors }) => {
    const waits = member(member(jsonOf(request.body), 'params'), 'waitForCategorization');
    if (waits === undefined) return 'silent';
    if (selectedVersion(apiVersionSelectors, request, pathOf(request.url)) !== 'v1') return 'silent';
    if (!isSuccess('createNotificationRule', response.status)) return 'upheld';
    const message = `waitForCategorization is accepted with ${response.status}, not refused on API v1`;
    return breach('/request/body/params/waitForCategorization', message);
  },
};

const paymentOrderCount = ofSuccess('V1-PAYMENT-ORDER-COUNT', 'createMoneyTransferV1', (sent, answered) => {
  const [orders, counted] = [member(sent, 'moneyTransfers'), member(answered, 'orderCount')];
  if (!Array.isArray(orders) || typeof counted !== 'number') return 'silent';
  if (counted === orders.length) return 'upheld';
  const message = `orderCount is ${show(counted, false)}, not ${orders.length}, the number of orders`;
  return breach('/response/body/orderCount', message);
});

/** A payment asks for its web form when it is submitted, not when it is created. */
const createsWithoutForm: ExchangeCheck = {
  clause: 'V1-TWO-CALLS',
  check: ({ response: { status, body } }) => {
    if (isSuccess('createMoneyTransferV1', status)) return 'upheld';
    if (!requiresWebForm(jsonOf(body))) return 'silent';
    return breach('/response/body', 'the creation asks for the web form of the submission');
  },
};

const locationOf451: ExchangeCheck = {
  clause: 'V1-451-LOCATION',
  check: ({ response }) => {
    if (response.status !== 451) return 'silent';
    const location = response.headers['location'];
    if (location === undefined) return breach('/response/headers', 'the location header is missing');
    if (isAbsoluteUrl(location)) return 'upheld';
    // What is no address may be anything, a secret too.
    const message = `the location header is ${show(location, true)}, not an absolute http or https address`;
    return breach('/response/headers/location', message);
  },
};

const endpointOf451: ExchangeCheck = {
  clause: 'V1-ENVELOPE-ENDPOINT',
  readsRequest: true,
  check: ({ request, response }) => {
    const operationId = operationOf(request);
    const endpoint = member(jsonOf(response.body), 'endpoint');
    if (response.status !== 451 || operationId === undefined || typeof endpoint !== 'string') return 'silent';
    const { method, path } = operations[operationId];
    const named = endpoint.toUpperCase().indexOf(method);
    if (named >= 0 && endpoint.indexOf(path, named) >= 0) return 'upheld';
    const message = `endpoint is ${show(endpoint, false)}, not the method and path of the call, ${method} ${path}`;
    return breach('/response/body/endpoint', message);
  },
};

/** Errors 1 shows the envelope of a V1 error, and not which errors are V1's: one that has `errors` is. The bank may be unknown. */
const errorEnvelope: ExchangeCheck = {
  clause: 'V1-ENVELOPE',
  check: ({ response: { status, body } }, settings) => {
    const json = jsonOf(body);
    if (status < 400 || status === 451 || isBusy(status)) return 'silent';
    if (member(json, 'errors') === undefined) return 'silent';
    const at = { pointer: '/response/body', name: 'the body', clause: 'V1-ENVELOPE' } as const;
    const findings = schemaFindings(open['importBankConnectionV1.451'], json, at, settings);
    const [first] = findings.filter(
      ({ clause, pointer }) => !clause.startsWith('V1-451-') && !/\/(bank|authContext)$/.test(pointer),
    );
    return first ? breach(first.pointer, first.message) : 'upheld';
  },
};

/** What both calls of Web Form V2 keep beside their status. */
const webFormChecks: readonly ExchangeCheck[] = [
  {
    clause: 'V2-NO-LOCATION',
    check: ({ response }) => {
      if (response.status < 200 || response.status > 299) return 'silent';
      if (response.headers['location'] === undefined) return 'upheld';
      return breach('/response/headers/location', 'the location header is present, not absent');
    },
  },
  {
    clause: 'V2-NO-WEB-FORM-REQUIRED',
    check: ({ response }) => {
      if (!textsIn(jsonOf(response.body)).includes('WEB_FORM_REQUIRED'))
        return response.status === 201 ? 'upheld' : 'silent';
      return breach('/response/body', 'the body holds WEB_FORM_REQUIRED, which V2 does not use');
    },
  },
  {
    clause: 'V2-FORM-URL-HOST',
    check: ({ response }, { webFormHosts }) => {
      const url = member(jsonOf(response.body), 'url');
      if (
        response.status !== 201 ||
        webFormHosts.length === 0 ||
        typeof url !== 'string' ||
        !isAbsoluteUrl(url)
      )
        return 'silent';
      const { host } = new URL(url);
      if (webFormHosts.includes(host)) return 'upheld';
      const message = `url is on ${show(host, false)}, not on ${webFormHosts.join(' or ')}`;
      return breach('/response/body/url', message);
    },
  },
  {
    clause: 'V2-FORM-VALIDITY',
    check: ({ response }) => {
      const form = jsonOf(response.body);
      const created = webFormInstant(member(form, 'createdAt'));
      const expires = webFormInstant(member(form, 'expiresAt'));
      if (response.status !== 201 || created === undefined || expires === undefined) return 'silent';
      if (expires > created) return 'upheld';
      return breach('/response/body/expiresAt', 'expiresAt is not after createdAt');
    },
  },
];

/** The checks of each operation, in the order of their findings. */
export const exchangeChecks: Readonly<Record<OperationId, readonly ExchangeCheck[]>> = {
  createToken: [],
  createUser: [
    repeatsSent('USER-RESPONSE-ID', 'createUser', 'id'),
    repeatsSent('USER-RESPONSE-PASSWORD', 'createUser', 'password'),
    repeatsSent('USER-RESPONSE-EMAIL', 'createUser', 'email'),
    holdsSent('USER-RESPONSE-EMAIL', 'createUser', 'email', 'text'),
    repeatsSent('USER-RESPONSE-PHONE', 'createUser', 'phone'),
    holdsSent('USER-RESPONSE-PHONE', 'createUser', 'phone', 'text'),
    repeatsSent('USER-RESPONSE-AUTO-UPDATE', 'createUser', 'isAutoUpdateEnabled'),
  ],
  createNotificationRule: [waitsOnV1],
  getClientConfiguration: [],
  importBankConnectionV1: [locationOf451, endpointOf451, errorEnvelope],
  createMoneyTransferV1: [
    createsWithoutForm,
    paymentOrderCount,
    repeatsSent('V1-PAYMENT-IBAN', 'createMoneyTransferV1', 'iban'),
    holdsSent(
      'V1-PAYMENT-EXECUTION-DATE',
      'createMoneyTransferV1',
      'instructedExecutionDate',
      'text',
      'executionDate',
    ),
    holdsSent('V1-PAYMENT-INSTANT', 'createMoneyTransferV1', 'instantPayment', 'true or false'),
    errorEnvelope,
  ],
  submitPaymentV1: [locationOf451, endpointOf451, errorEnvelope],
  createBankConnectionImport: webFormChecks,
  createStandalonePayment: webFormChecks,
};
