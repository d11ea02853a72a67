/** What an exchange of each operation must keep beyond its schemas. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { operations } from '../../generated/operations.ts';
import { isAbsoluteUrl, isSameIban, webFormInstant } from '../base/formats.ts';
import { member } from '../base/json-value.ts';
import { show } from '../base/text.ts';
import { breach, type ClauseCheck } from './clause-check.ts';
import { type Exchange, jsonOf } from './exchange.ts';
import { isSuccess, type OperationId, operationOf, pathOf } from './operation.ts';

type ExchangeCheck = ClauseCheck<Exchange>;

/** On API v1 a rule that specifies waitForCategorization is refused (Errors 5). */
const waitsOnV1: ExchangeCheck = {
  clause: 'RULE-WAIT-V1-REFUSED',
  readsRequest: true,
  check: ({ request, response }, { apiVersionPrefixes }) => {
    const isV1 = pathOf(request.url).endsWith(`${apiVersionPrefixes.v1}/notificationRules`);
    const waits = member(member(jsonOf(request.body), 'params'), 'waitForCategorization');
    if (!isV1 || waits === undefined) return 'silent';
    if (!isSuccess('createNotificationRule', response.status)) return 'upheld';
    const message = `waitForCategorization is accepted with ${response.status}, not refused on API v1`;
    return breach('/request/body/params/waitForCategorization', message);
  },
};

const paymentOrderCount: ExchangeCheck = {
  clause: 'V1-PAYMENT-ORDER-COUNT',
  readsRequest: true,
  check: ({ request, response }) => {
    const orders = member(jsonOf(request.body), 'moneyTransfers');
    const counted = member(jsonOf(response.body), 'orderCount');
    if (!Array.isArray(orders) || typeof counted !== 'number') return 'silent';
    if (!isSuccess('createMoneyTransferV1', response.status)) return 'silent';
    if (counted === orders.length) return 'upheld';
    const message = `orderCount is ${show(counted, false)}, not ${orders.length}, the number of orders`;
    return breach('/response/body/orderCount', message);
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
      if (!holdsText(jsonOf(response.body), 'WEB_FORM_REQUIRED'))
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
    repeatsSent('USER-RESPONSE-PHONE', 'createUser', 'phone'),
    repeatsSent('USER-RESPONSE-AUTO-UPDATE', 'createUser', 'isAutoUpdateEnabled'),
  ],
  createNotificationRule: [waitsOnV1],
  getClientConfiguration: [],
  importBankConnectionV1: [locationOf451, endpointOf451],
  createMoneyTransferV1: [paymentOrderCount, repeatsSent('V1-PAYMENT-IBAN', 'createMoneyTransferV1', 'iban')],
  submitPaymentV1: [locationOf451, endpointOf451],
  createBankConnectionImport: webFormChecks,
  createStandalonePayment: webFormChecks,
};

/** A successful answer repeats a field of the request. */
function repeatsSent(clause: ClauseId, operationId: OperationId, field: string): ExchangeCheck {
  return {
    clause,
    readsRequest: true,
    check: ({ request, response }) => {
      const sent = member(jsonOf(request.body), field);
      const answered = member(jsonOf(response.body), field);
      // An answer of another type is a finding of its schema already.
      if (sent === undefined || typeof answered !== typeof sent) return 'silent';
      if (!isSuccess(operationId, response.status)) return 'silent';
      if (answered === sent || (field === 'iban' && isSameIban(answered, sent))) return 'upheld';
      return breach(`/response/body/${field}`, `${field} is another value, not the one of the request`);
    },
  };
}

/** Whether the text is a value somewhere in the body. */
function holdsText(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null) return value === text;
  return Object.values(value).some((part) => holdsText(part, text));
}
