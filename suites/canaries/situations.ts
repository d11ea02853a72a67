/**
 * What every verb is called with that holds canaries: on success, on failure and where it breaks off, a row each. The names
 * of fields, and the values of fields that are neither secret nor personal, are repeated on purpose.
 */
import { canaries as it } from './canaries.ts';
import { echo, importV1, messages, paymentV1 } from './recorded.ts';
import { reportSituations } from './report-situations.ts';
import { requestSituations } from './request-situations.ts';
import { NO_JSON, type Situation, target } from './situation.ts';
import { trafficSituations } from './traffic-situations.ts';
import { verifySituations } from './verify-situations.ts';

export const SITUATIONS: readonly Situation[] = [
  ...verifySituations,
  ...requestSituations,
  ...trafficSituations,
  {
    verb: 'mock',
    when: 'it is called',
    args: ['--port', '0', '--web-form-port', '0'],
    exit: 0,
    posts: [paymentV1, importV1, echo],
  },
  {
    verb: 'sandbox',
    when: 'it is called',
    args: ['--port', '0', '--web-form-port', '0', '--control-port', '0'],
    exit: 0,
    posts: [paymentV1, importV1, echo, messages.balance],
    answer: 'stdout',
  },
  {
    verb: 'sandbox',
    when: 'it misbehaves',
    args: ['--fault', 'STATUS-V1-IMPORT-200', '--port', '0', '--web-form-port', '0', '--control-port', '0'],
    exit: 0,
    posts: [paymentV1, importV1, echo],
    answer: 'stdout',
  },
  {
    verb: 'sandbox',
    when: 'settings that are none',
    args: ['--settings', 'bank.yaml'],
    files: { 'bank.yaml': { ...target()['bank.yaml'], settings: { userExists: it.clientSecret } } },
    exit: 2,
  },
  {
    verb: 'faults',
    when: 'one fault',
    args: ['--only', 'STATUS-V1-IMPORT-200'],
    exit: 0,
  },
  ...reportSituations,
  { verb: 'explain', when: 'a clause', args: ['V1-451-LOCATION'], exit: 0 },
  {
    verb: 'pact',
    when: 'a pact that is none',
    args: ['--pacts', 'pact.json'],
    files: { 'pact.json': NO_JSON },
    exit: 2,
  },
  { verb: 'diff', when: 'a package that is none', args: ['old.tgz'], files: { 'old.tgz': NO_JSON }, exit: 2 },
];
