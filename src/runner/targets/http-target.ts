/** A target behind its URLs: tokens and users are created by documented calls, a user for each case. */
import { LosslessNumber } from 'lossless-json';
import type { TargetSettings } from '../../../contracts/generated/settings.ts';
import { defaultTestData, type TestData } from '../../../contracts/generated/test-data.ts';
import { member } from '../../../contracts/src/base/json-value.ts';
import { jsonOf } from '../../../contracts/src/judge/exchange.ts';
import { isSuccess } from '../../../contracts/src/judge/operation.ts';
import { judgeSettings } from '../../../contracts/src/judge/settings.ts';
import { type CaseCall, fill } from '../call.ts';
import type { World } from '../control.ts';
import { refusedText } from '../control-calls.ts';
import { RunHistory } from '../run-history.ts';
import { send } from '../send.ts';
import { newUser } from '../test-data.ts';
import { Unproven } from '../unproven.ts';
import type { MessagingPlace, Session, Target } from './target.ts';

type Given = 'name' | 'chosenBy' | 'accessUrl' | 'webFormUrl' | 'lacks' | 'timeLimit';
type MayBeGiven =
  | 'testData'
  | 'deviations'
  | 'control'
  | 'turn'
  | 'sendHttp'
  | 'traces'
  | 'runLimit'
  | 'secrets';

export interface HttpPlace extends Pick<Target, Given>, Partial<Pick<Target, MayBeGiven>> {
  readonly client: { readonly id: string; readonly secret: string };
  readonly settings: TargetSettings;
  readonly messaging?: MessagingPlace;
  /** Begins every id that the run makes. */
  readonly prefix: string;
}

type NewUser = ReturnType<typeof newUser>;

const NO_CALLER: Session = {
  values: { clientId: '', clientSecret: '', userName: '', userPassword: '', fresh: '' },
  token: async () => undefined,
  createUser: async () => {},
  lifetime: async () => 0,
};

export function httpTarget(place: HttpPlace): Target {
  const { client, settings, messaging, prefix, control, ...described } = place;
  const { secrets } = described;
  let made = 0;
  const fresh = (): string => `${prefix}-${++made}`;
  const { testData = defaultTestData } = place;
  const unknownUser = (): NewUser => {
    const values = { ...NO_CALLER.values, fresh: fresh() };
    return fill(newUser(), { ...values, source: { testData, now: 0, fresh: values.fresh } }) as NewUser;
  };
  const credentials = { client_id: client.id, client_secret: client.secret };
  const clientToken = () => issuedToken(target, { grant_type: 'client_credentials', ...credentials });
  const userToken = (username: string, password: string) =>
    issuedToken(target, { grant_type: 'password', ...credentials, username, password });
  // The token that creates users, and a user for calls that leave nothing with their user.
  const creator = kept(clientToken);
  const anyUser = kept(() => callerOf(unknownUser()).token());
  const forget = <Arguments extends unknown[]>(change: (...args: Arguments) => Promise<void>) => {
    return async (...args: Arguments) => {
      for (const each of [creator, anyUser]) each.drop();
      await change(...args);
    };
  };
  const callerOf = (user: NewUser, isThere = false) => {
    const { id, password } = user;
    secrets?.add(password, 'secret');
    const create = once(async () => {
      if (!isThere) await createUser(target, creator, user);
    });
    const issue = async () => {
      await create();
      return userToken(id, password);
    };
    return { id, password, create, issue, token: once(issue) };
  };
  const judged = judgeSettings(settings, place.webFormUrl);
  const target: Target = {
    deviations: [],
    ...described,
    settings: judged,
    wire: settings,
    takesPreferences: false,
    ...(described.lacks.memory === undefined && { history: new RunHistory(judged) }),
    ...(messaging && {
      messaging: {
        ...messaging,
        prefix,
        fresh,
        logIn: async ({ id, password }) => {
          const { token, lifetime } = await userToken(id, password);
          return { ...NO_CALLER, token: async () => token, lifetime: async () => lifetime };
        },
      },
    }),
    ...(control && {
      control: {
        ...control,
        advance: forget(control.advance),
        reset: forget(control.reset),
        replaceWorld: forget(control.replaceWorld),
      },
    }),
    forgetUser: anyUser.drop,
    session: async ({ hasBankData = false, takesAnyUser = false, client: clientSetUp = {} } = {}) => {
      // Nothing is created before a call needs it, so that cases of tokens and users fail by themselves.
      const ofClient = once(clientToken);
      const isGiven = hasBankData && control !== undefined;
      const owner = unknownUser();
      if (isGiven) await target.control?.replaceWorld({ ...worldOf(owner, testData), client: clientSetUp });
      const user = callerOf(owner, isGiven);
      const other = callerOf(unknownUser());
      const holders = {
        client: ofClient,
        user: user.token,
        'client again': once(clientToken),
        'user again': once(user.issue),
      };
      return {
        values: {
          clientId: client.id,
          clientSecret: client.secret,
          userName: user.id,
          userPassword: user.password,
          fresh: fresh(),
        },
        token: async (caller) => {
          if (caller === 'no one') return undefined;
          if (caller === 'stranger') return `${user.id}-is-no-token`;
          if (typeof caller === 'object') {
            const { token } = await (caller.of === 'client' ? ofClient() : user.token());
            const damaged = caller.damaged(token);
            secrets?.add(damaged, 'secret');
            return damaged;
          }
          const tokenOf = {
            ...holders,
            user: takesAnyUser ? anyUser.get : user.token,
            'user anew': user.issue,
            'other user': other.token,
          };
          return (await tokenOf[caller]()).token;
        },
        createUser: user.create,
        lifetime: async (of) => (await holders[of]()).lifetime,
      };
    },
  };
  return target;
}

/** Calls `make` when first needed, and never again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Makes it when first needed, and again once half of its lifetime is over or it is dropped. What could not be made, or has
 * no lifetime, is not kept.
 */
function kept<Made extends { readonly lifetime: number }>(make: () => Promise<Made>) {
  let made: Promise<Made> | undefined;
  let until = Number.POSITIVE_INFINITY;
  const drop = (): void => {
    made = undefined;
  };
  const get = (): Promise<Made> => {
    if (made && Date.now() < until) return made;
    until = Number.POSITIVE_INFINITY;
    const making = make();
    made = making;
    making.then(({ lifetime }) => {
      until = Date.now() + lifetime * 500;
    }, drop);
    return making;
  };
  return { get, drop };
}

type TokenBody = Extract<CaseCall, { when: 'createToken' }>['send'];

interface IssuedToken {
  readonly token: string;
  /** In seconds. */
  readonly lifetime: number;
}

/** In characters. Few servers take longer headers. */
const LONGEST_TOKEN = 64 * 1024;

/** Throws Unproven when the target issues none. */
async function issuedToken(target: Target, body: TokenBody): Promise<IssuedToken> {
  const { response } = await send(target, NO_CALLER, {
    when: 'createToken',
    then: '2XX',
    ...(body && { send: body }),
  });
  const token = member(jsonOf(response.body), 'access_token');
  if (typeof token !== 'string')
    throw new Unproven(`${target.name} issues no token: it answers ${response.status}`);
  if (token.length > LONGEST_TOKEN)
    throw new Unproven(`${target.name} issues a token of ${token.length} characters, which no call carries`);
  const lifetime = member(jsonOf(response.body), 'expires_in');
  return { token, lifetime: typeof lifetime === 'number' ? lifetime : Number.NaN };
}

/** A token that is refused may have ended with the next one of its client. Throws Unproven when no user is created. */
async function createUser(
  target: Target,
  creator: ReturnType<typeof kept<IssuedToken>>,
  user: NewUser,
): Promise<void> {
  const session: Session = { ...NO_CALLER, token: async () => (await creator.get()).token };
  const call: CaseCall = { when: 'createUser', send: user, then: '2XX' };
  let exchange = await send(target, session, call);
  if (exchange.response.status === 401) {
    creator.drop();
    exchange = await send(target, session, call);
  }
  if (!isSuccess('createUser', exchange.response.status))
    throw new Unproven(`${target.name} creates no user: ${refusedText(target, call, exchange)}`);
}

/** A user with every account, bank connection and category of the test data; payments may be sent from the first account. */
function worldOf(owner: NewUser, { accounts, bankConnections, categories, senderIbans }: TestData): World {
  const ofConnection = (at: number) => accounts.filter((_, index) => index % bankConnections.length === at);
  return {
    client: {},
    categories: categories.map((id, at) => ({
      ...{ id: new LosslessNumber(id), name: `Category ${id}` },
      // The third one is a sub-category of the first.
      ...(at === 2 && { parentId: new LosslessNumber(categories[0] ?? '') }),
    })),
    users: [
      {
        ...owner,
        bankConnections: bankConnections.map((connection, at) => ({
          id: new LosslessNumber(connection),
          name: `Connection ${connection}`,
          bankName: 'Example Bank',
          bankCountry: 'DE',
          accounts: ofConnection(at).map((id) => ({
            id: new LosslessNumber(id),
            name: `Account ${id}`,
            number: id.padStart(10, '0'),
            iban: id === accounts[0] ? (senderIbans[0] ?? null) : null,
            balance: 0,
          })),
        })),
      },
    ],
  };
}
