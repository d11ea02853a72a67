/** Cases of the access token that every call carries: none, a damaged one, and both sides of the second in which it ends. */
import { answered, type CaseCall, type DamagedToken, example } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { bank, newUser } from '../../src/runner/test-data.ts';
import { OutOfReach } from '../../src/runner/unproven.ts';
import { MOMENTS, twoSecondsLater } from '../answer-checks.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** In milliseconds. */
const MINUTE = 60_000;

const rule = {
  when: 'createNotificationRule',
  send: example('createNotificationRule', 'newTermsAndConditionsFull'),
  then: '2XX',
} as const;
const payment = {
  when: 'createMoneyTransferV1',
  send: example('createMoneyTransferV1', 'minimal'),
  then: '2XX',
} as const;
/** Web forms and payments are never a duplicate; the same rule twice may be one (RULES-TERMS-TWICE). */
const form = { when: 'createBankConnectionImport', send: { bank: { id: bank() } }, then: 201 } as const;

interface DocumentedCall {
  readonly call: CaseCall;
  /** Whose token the documentation names for it. */
  readonly of: 'client' | 'user';
  readonly first?: readonly CaseCall[];
}

/** Every call that needs a token. */
const everyCall: readonly DocumentedCall[] = [
  { call: { when: 'createUser', send: newUser(), then: '2XX' }, of: 'client' },
  { call: { when: 'getClientConfiguration', then: '2XX' }, of: 'client' },
  { call: rule, of: 'user' },
  {
    call: { when: 'importBankConnectionV1', send: example('importBankConnectionV1', 'minimal'), then: 451 },
    of: 'user',
  },
  { call: payment, of: 'user' },
  {
    call: {
      when: 'submitPaymentV1',
      send: { paymentId: answered<number>(0, 'id'), interface: 'XS2A' },
      then: 451,
    },
    of: 'user',
    first: [payment],
  },
  { call: form, of: 'user' },
  {
    call: { when: 'createStandalonePayment', send: example('createStandalonePayment', 'minimal'), then: 201 },
    of: 'user',
  },
];

// No token, and texts that were never issued as one.

const DAMAGES: readonly (readonly [what: string, damaged: (token: string) => string])[] = [
  ['an empty text', () => ''],
  ['an access token without its last character', (token) => token.slice(0, -1)],
  ['the first half of an access token', (token) => token.slice(0, token.length / 2)],
  ['an access token and more characters', (token) => `${token}-and-more`],
  ['an access token with characters in front', (token) => `more-and-${token}`],
  ['an access token in the other case', inOtherCase],
];

/** Hexadecimal digits may mean the same in either case, as in a UUID. */
function inOtherCase(token: string): string {
  if (/^[\da-f-]+$/i.test(token))
    throw new OutOfReach('the case of its access tokens may mean nothing', 'access tokens');
  return token.replace(/\p{L}/gu, (it) => (it === it.toLowerCase() ? it.toUpperCase() : it.toLowerCase()));
}

function refuses(as: 'no one' | 'stranger' | DamagedToken, given: string, at: DocumentedCall): Case {
  const { call, first = [] } = at;
  return {
    ...{ ...call, clause: 'AUTH-TOKEN-NEEDED', says: 'refuses the call', given, as, first, then: 'refused' },
    needs: first.length > 0 ? 'memory' : 'judgement',
  };
}

const withoutCases: Case[] = everyCall.flatMap((at) => [
  refuses('no one', 'no access token', at),
  refuses('stranger', 'a text that was never issued as a token', at),
  ...DAMAGES.map(([what, damaged]) => refuses({ of: at.of, damaged }, what, at)),
]);

// Its lifetime.

function lasts({ call, of, first = [] }: DocumentedCall): Case[] {
  const given = `a ${of} token one second`;
  const clock = (seconds: number) => [...first, { secondsAfterExpiry: seconds, of }];
  return [
    {
      ...{ ...call, clause: call.then === 201 ? 'AUTH-WEB-FORM-SAME' : 'AUTH-TOKEN-LIFETIME' },
      says: 'serves the call',
      ...{ given: `${given} before the end of its lifetime`, first: clock(-1), needs: 'clock' },
      control: first.length > 0 ? [...first, call] : 'alone',
    },
    {
      ...{ ...call, clause: 'AUTH-TOKEN-EXPIRED', says: 'refuses the call' },
      ...{
        given: `${given} after the end of its lifetime`,
        first: clock(1),
        then: 'refused',
        needs: 'clock',
      },
    },
  ];
}

const served = { clause: 'AUTH-TOKEN-LIFETIME', says: 'serves the call', control: 'alone' } as const;
const ended = {
  clause: 'AUTH-TOKEN-EXPIRED',
  says: 'refuses the call',
  then: 'refused',
  needs: 'clock',
} as const;
const before = { secondsAfterExpiry: -1 } as const;

const lifetimeCases: Case[] = [
  ...everyCall.flatMap(lasts),
  { ...rule, ...ended, given: 'a token a second after its lifetime', first: [{ secondsAfterExpiry: 1 }] },
  { ...rule, ...ended, given: 'a token hours after its lifetime', first: [{ secondsAfterExpiry: 5 * HOUR }] },
  {
    ...rule,
    ...ended,
    given: 'a token a year after its lifetime',
    first: [{ secondsAfterExpiry: 365 * DAY }],
  },
  {
    ...{ ...rule, ...ended, given: 'a token that was used a second before the end of its lifetime' },
    first: [before, payment, { secondsAfterExpiry: 1 }],
  },
  {
    ...{ ...form, ...ended, given: 'a token whose user has obtained another one a second before its end' },
    first: [before, { ...payment, as: 'user anew' }, { secondsAfterExpiry: 1 }],
  },
  ...MOMENTS.map(
    ([given, until]): Case => ({
      ...{ ...form, ...served, given: `${given} between two calls, two seconds apart` },
      ...{ first: [{ until }, form, { until: twoSecondsLater }], needs: 'clock' },
    }),
  ),
  { ...payment, ...served, given: 'a token that has served a call already', first: [form], needs: 'memory' },
  {
    ...{ ...form, ...served, given: 'a token whose user has obtained another one since' },
    ...{ first: [payment, { ...form, as: 'user anew' }], needs: 'memory' },
  },
  {
    ...{ ...form, ...served, given: 'a new token, and an older one of the same user that has served since' },
    ...{ first: [{ ...form, as: 'user anew' }, form], as: 'user anew', needs: 'memory' },
  },
  ...everyCall
    .filter(({ call }) => ['getClientConfiguration', 'createBankConnectionImport'].includes(call.when))
    .map(({ call, of }): Case => {
      const again = `${of} again` as const;
      return {
        ...{ ...call, ...served, as: again, needs: 'clock' },
        given: `a ${of} token one second before its end, obtained a minute after another one`,
        first: [
          call,
          { until: (now) => now + MINUTE },
          { ...call, as: again },
          { secondsAfterExpiry: -1, of: again },
        ],
      };
    }),
  {
    ...{ ...form, ...served, given: 'a new token of a user whose older one has expired' },
    ...{ first: [payment, { secondsAfterExpiry: 1 }], as: 'user anew', needs: 'clock' },
  },
];

export const tokenUseCases = cases(import.meta.url, [...withoutCases, ...lifetimeCases]);
