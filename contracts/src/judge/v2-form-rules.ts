/** How Web Form V2 answers: 201 and the address in the body, no trace of the V1 flow, a validity that ends after it begins. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { isAbsoluteUrl } from '../contract/absolute-url.ts';
import { show } from '../contract/show.ts';
import { webFormInstant } from '../contract/times.ts';
import { jsonOf, member } from './exchange.ts';
import type { ExchangeRule } from './exchange-rule.ts';
import type { OperationId } from './operation.ts';

const FORM_CALLS: OperationId[] = ['createBankConnectionImport', 'createStandalonePayment'];

export const v2FormRules: ExchangeRule[] = [
  answers201('V2-IMPORT-201', 'createBankConnectionImport'),
  answers201('V2-PAYMENT-201', 'createStandalonePayment'),
  {
    clause: 'V2-NO-LOCATION',
    operations: FORM_CALLS,
    needs: 'answer',
    rule: ({ response }) => {
      if (response.status < 200 || response.status > 299) return 'silent';
      if (response.headers['location'] === undefined) return 'held';
      return { pointer: '/response/headers/location', message: 'the location header is there, not absent' };
    },
  },
  {
    clause: 'V2-NO-WEB-FORM-REQUIRED',
    operations: FORM_CALLS,
    needs: 'answer',
    rule: ({ response }) =>
      holdsWord(jsonOf(response.body), 'WEB_FORM_REQUIRED')
        ? {
            pointer: '/response/body',
            message: 'the body holds WEB_FORM_REQUIRED, which V2 does not use',
          }
        : 'held',
  },
  {
    clause: 'V2-FORM-URL-HOST',
    operations: FORM_CALLS,
    needs: 'answer',
    rule: ({ response }, { webFormHosts }) => {
      const url = member(jsonOf(response.body), 'url');
      if (response.status !== 201 || !webFormHosts || typeof url !== 'string' || !isAbsoluteUrl(url))
        return 'silent';
      const { host } = new URL(url);
      if (webFormHosts.includes(host)) return 'held';
      return {
        pointer: '/response/body/url',
        message: `url is on ${show(host, false)}, not on ${webFormHosts.join(' or ')}`,
      };
    },
  },
  {
    clause: 'V2-FORM-VALIDITY',
    operations: FORM_CALLS,
    needs: 'answer',
    rule: ({ response }) => {
      const form = jsonOf(response.body);
      const created = webFormInstant(member(form, 'createdAt'));
      const expires = webFormInstant(member(form, 'expiresAt'));
      if (response.status !== 201 || created === undefined || expires === undefined) return 'silent';
      if (expires > created) return 'held';
      return { pointer: '/response/body/expiresAt', message: 'expiresAt is not after createdAt' };
    },
  },
];

/** Whether the word is a value somewhere in the body. */
function holdsWord(value: unknown, word: string): boolean {
  if (typeof value !== 'object' || value === null) return value === word;
  return Object.values(value).some((part) => holdsWord(part, word));
}

/** Creating a web form succeeds with 201 and with no other 2xx. */
function answers201(clause: ClauseId, operationId: OperationId): ExchangeRule {
  return {
    clause,
    operations: [operationId],
    needs: 'answer',
    rule: ({ response: { status } }) => {
      if (status === 201) return 'held';
      return status >= 200 && status < 300
        ? { pointer: '/response/status', message: `the status is ${status}, not 201` }
        : 'silent';
    },
  };
}
