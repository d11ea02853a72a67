/** The checks of Web Form V2 responses beyond their schemas. */

import { isAbsoluteUrl, webFormInstant } from '../base/formats.ts';
import { member, textsIn } from '../base/json-value.ts';
import { is2xx } from '../base/status.ts';
import { type ClauseCheck, held } from './clause-check.ts';
import { type Exchange, jsonOf } from './exchange.ts';

/** The checks of both Web Form V2 calls beside the status. */
export const webFormChecks: readonly ClauseCheck<Exchange>[] = [
  {
    clause: 'V2-NO-LOCATION',
    check: ({ response: { status, headers } }) => {
      const isAbsent = is2xx(status) ? headers['location'] === undefined : undefined;
      return held(isAbsent, '/response/headers/location', 'none', 'unexpected');
    },
  },
  {
    clause: 'V2-NO-WEB-FORM-REQUIRED',
    check: ({ response: { status, body } }) => {
      const isUsed = textsIn(jsonOf(body)).includes('WEB_FORM_REQUIRED');
      // A 451 breaks the clause of the call already.
      if (status === 451 || (!isUsed && status !== 201)) return 'silent';
      const [expected, found] = ['no code of V1', 'WEB_FORM_REQUIRED'];
      return held(!isUsed, '/response/body', expected, 'unexpected', found);
    },
  },
  {
    clause: 'V2-FORM-URL-HOST',
    check: ({ response: { status, body } }, { webFormHosts }) => {
      const url = member(jsonOf(body), 'url');
      if (status !== 201 || webFormHosts.length === 0 || typeof url !== 'string' || !isAbsoluteUrl(url))
        return 'silent';
      const { host } = new URL(url);
      const expected = webFormHosts.join(' or ');
      return held(webFormHosts.includes(host), '/response/body/url', expected, 'host', host);
    },
  },
  {
    clause: 'V2-FORM-VALIDITY',
    check: ({ response: { status, body } }) => {
      const created = webFormInstant(member(jsonOf(body), 'createdAt'));
      const expires = webFormInstant(member(jsonOf(body), 'expiresAt'));
      if (status !== 201 || created === undefined || expires === undefined) return 'silent';
      return held(expires > created, '/response/body/expiresAt', 'a time after createdAt', 'order');
    },
  },
];
