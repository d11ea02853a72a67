/** Cases of the access token that every call carries: none, a wrong one, the seconds around its end, and whose it is. */
import { type FlowOperation, flowOperations } from '../../contracts/src/base/flows.ts';
import {
  type CaseCall,
  type CaseCaller,
  documentedOutcome,
  example,
  fromResponse,
} from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { newUser } from '../../src/runner/test-data.ts';
import { OutOfReach } from '../../src/runner/unproven.ts';
import { MOMENTS } from '../answer-checks.ts';

const createUser: CaseCall = { when: 'createUser', send: newUser(), then: '2XX' };
const configuration: CaseCall = { when: 'getClientConfiguration', then: '2XX' };
const rule: CaseCall = {
  when: 'createNotificationRule',
  send: example('createNotificationRule', 'newTermsAndConditionsFull'),
  then: '2XX',
};
/** The smallest request, which a case sends once: a provider may refuse another one (FLOW-SENT-AGAIN). */
const inFlow = (when: FlowOperation) =>
  ({ when, send: example(when, 'minimal'), then: documentedOutcome(when) }) as CaseCall;
const payment = inFlow('createMoneyTransferV1');
const submission: CaseCall = {
  when: 'submitPaymentV1',
  send: { paymentId: fromResponse<number>(0, 'id'), interface: 'XS2A' },
  then: 451,
};
const form = inFlow('createBankConnectionImport');

interface DocumentedCall {
  readonly call: CaseCall;
  /** The documented owner of its token. */
  readonly of: 'client' | 'user';
  readonly first: readonly CaseCall[];
}

/** Every call that needs a token. */
const everyCall: readonly DocumentedCall[] = [
  { call: createUser, of: 'client', first: [] },
  { call: configuration, of: 'client', first: [] },
  { call: rule, of: 'user', first: [] },
  ...flowOperations.map((when): DocumentedCall => {
    if (when !== 'submitPaymentV1') return { call: inFlow(when), of: 'user', first: [] };
    // Whoever was authorized last is the user of the payment, if a provider takes a call without a token for that user's.
    return { call: submission, of: 'user', first: [{ ...payment, as: 'user anew' }] };
  }),
];

// No token, and texts that were never issued as one.

const damages = [
  ['an access token without its last character', (token: string) => token.slice(0, -1), "sed 's/.$//'"],
  ['an access token and more characters', (token: string) => `${token}-and-more`, "sed 's/$/-and-more/'"],
  ['an access token in the other case', inOtherCase, 'tr a-zA-Z A-Za-z'],
] as const;

/** Hexadecimal digits may mean the same in either case, as in a UUID. */
function inOtherCase(token: string): string {
  if (/^[\da-f-]+$/i.test(token))
    throw new OutOfReach('letter case may not matter in its access tokens', 'access tokens');
  return token.replace(/\p{L}/gu, (it) => (it === it.toLowerCase() ? it.toUpperCase() : it.toLowerCase()));
}

function refuses(as: CaseCaller, given: string, { call, first }: DocumentedCall): Case {
  return {
    ...call,
    clause: 'AUTH-TOKEN-NEEDED',
    says: 'refuses the call',
    given,
    as,
    first,
    then: 'refused',
    needs: first.length > 0 ? 'memory' : 'judgement',
  };
}

const withoutToken = everyCall.map((at) => refuses('no one', 'no access token', at));

const withWrongToken = everyCall
  .filter(({ call }) => call.when === 'createStandalonePayment')
  .map((at) => refuses('stranger', 'a text that was never issued as a token', at));

/** Each of a call of its own. */
const withDamagedToken = everyCall
  .filter(({ call: { when } }) =>
    ['getClientConfiguration', 'importBankConnectionV1', 'createBankConnectionImport'].includes(when),
  )
  .flatMap((at, index) => {
    const [what, damaged, inShell] = damages[index] ?? damages[0];
    return [refuses({ of: at.of, damaged, inShell }, what, at)];
  });

// The lifetime of the token.

const serves = { says: 'serves the call', clause: 'AUTH-TOKEN-LIFETIME', baseline: 'alone' } as const;
const expired = {
  says: 'refuses the call',
  clause: 'AUTH-TOKEN-EXPIRED',
  then: 'refused',
  needs: 'clock',
} as const;

const lastSecond = everyCall
  .filter(({ call }) => call === configuration || call === rule || call.when === form.when)
  .map(
    ({ call, of }): Case => ({
      ...call,
      ...serves,
      given: `a ${of} token one second before the end of its lifetime`,
      first: [{ secondsAfterExpiry: -1, of }],
      needs: 'clock',
    }),
  );

const afterItsEnd = everyCall.map(
  ({ call, of, first }): Case => ({
    ...call,
    ...expired,
    given: `a ${of} token one second after the end of its lifetime`,
    first: [...first, { secondsAfterExpiry: 1, of }],
  }),
);

const lifetimes: Case[] = [
  ...lastSecond,
  ...afterItsEnd,
  {
    ...rule,
    ...expired,
    given: 'a token a year after its end',
    first: [{ secondsAfterExpiry: 365 * 24 * 3600 }],
  },
  {
    ...rule,
    ...expired,
    given: 'a token that was used a second before its end',
    first: [{ secondsAfterExpiry: -1 }, payment, { secondsAfterExpiry: 1 }],
  },
  {
    ...form,
    ...expired,
    given: 'a token whose user has obtained another one a second before its end',
    first: [{ secondsAfterExpiry: -1 }, { ...payment, as: 'user anew' }, { secondsAfterExpiry: 1 }],
  },
  ...MOMENTS.filter(([given]) => /year|February/.test(given)).map(
    ([given, until]): Case => ({
      ...form,
      ...serves,
      given: `${given} between two calls, two seconds apart`,
      first: [until, payment, { secondsLater: 2 }],
      needs: 'clock',
    }),
  ),
  {
    ...payment,
    ...serves,
    given: 'a user token that has served a call already',
    first: [form],
    needs: 'memory',
  },
  {
    ...configuration,
    ...serves,
    given: 'a client token that has served a call already',
    first: [configuration],
    needs: 'memory',
  },
  {
    ...form,
    ...serves,
    given: 'a user token one second before its end, obtained a minute after another one',
    first: [
      payment,
      { secondsLater: 60 },
      { ...rule, as: 'user again' },
      { secondsAfterExpiry: -1, of: 'user again' },
    ],
    as: 'user again',
    needs: 'clock',
  },
  {
    ...form,
    ...serves,
    given: 'a new token of a user whose older one has expired',
    first: [payment, { secondsAfterExpiry: 1 }],
    as: 'user anew',
    needs: 'clock',
  },
];

// The owner of the token.

const ofContext: Case[] = [
  {
    ...createUser,
    clause: 'USER-CREATE-CLIENT-TOKEN',
    says: 'refuses the call',
    given: 'a user token',
    as: 'user',
    then: 'refused',
  },
  {
    ...submission,
    clause: 'AUTH-USER-TOKEN-CONTEXT',
    says: 'refuses the call',
    given: 'the payment of another user',
    first: [{ ...payment, as: 'other user' }],
    then: 'refused',
    needs: 'memory',
    baseline: [payment, submission],
  },
];

export const accessTokenCases = cases('suites/auth/access-tokens.ts', [
  ...withoutToken,
  ...withWrongToken,
  ...withDamagedToken,
  ...lifetimes,
  ...ofContext,
]);
