/** A target behind its URLs: tokens and users are created by documented calls, a user for each case. */
import type { TargetSettings } from '../../../contracts/generated/settings.ts';
import { defaultTestData } from '../../../contracts/generated/test-data.ts';
import { judgeSettings } from '../../../contracts/src/judge/settings.ts';
import { neededFor, ownCallers } from '../callers.ts';
import { clockOf } from '../control.ts';
import { RunHistory } from '../run-history.ts';
import { idsOf } from './new-users.ts';
import type { MessagingPlace, Target } from './target.ts';
import { type HeldTokens, type LiveToken, NO_CALLER, UsersAndTokens } from './users-and-tokens.ts';

type Given = 'name' | 'chosenBy' | 'accessUrl' | 'webFormUrl' | 'lacks' | 'timeLimit';
type MayBeGiven =
  | 'testData'
  | 'deviations'
  | 'control'
  | 'turn'
  | 'sendHttp'
  | 'traces'
  | 'runLimit'
  | 'longestWait'
  | 'secrets';

export interface HttpPlace extends Pick<Target, Given>, Partial<Pick<Target, MayBeGiven>> {
  readonly client: { readonly id: string; readonly secret: string };
  readonly settings: TargetSettings;
  readonly messaging?: MessagingPlace;
  /** Begins every id that the run makes. */
  readonly prefix: string;
}

export function httpTarget(place: HttpPlace): Target {
  const { client, settings, messaging, prefix, control, ...described } = place;
  const { secrets, testData = defaultTestData } = described;
  let names = 0;
  const fresh = (): string => `${prefix}-${++names}`;
  const judged = judgeSettings(settings, place.webFormUrl);
  const target: Target = {
    deviations: [],
    ...described,
    settings: judged,
    wire: settings,
    takesPreferences: false,
    controls: new Map(),
    ...(described.lacks.memory === undefined && { history: new RunHistory(judged) }),
    ...(messaging && {
      messaging: {
        ...messaging,
        prefix,
        fresh,
        logIn: async (user) => {
          const { token, lifetime } = await made.userToken(user);
          return { ...NO_CALLER, token: async () => token, lifetime: async () => lifetime };
        },
      },
    }),
    ...(control && {
      clock: clockOf(control),
      control: {
        ...control,
        advance: (duration) => {
          made.forgetTokens();
          return control.advance(duration);
        },
        reset: () => {
          made.forgetWorld();
          return control.reset();
        },
        replaceWorld: (world) => {
          made.forgetWorld();
          return control.replaceWorld(world);
        },
      },
    }),
    forget: (name) => made.forget(name),
    session: async (callers = ownCallers(fresh())) => {
      const { user, world } = callers;
      const held: HeldTokens = new Map();
      const tokenOf = async (caller: Parameters<typeof neededFor>[0]): Promise<LiveToken | undefined> => {
        let token: LiveToken | undefined;
        for (const need of neededFor(caller, callers)) token = await made.settle(need, held);
        return token;
      };
      // Nothing is created before a call needs it, so that cases of tokens and users fail by themselves.
      if (world) await tokenOf('named');
      const { id, password } = made.userOf(user);
      return {
        values: {
          clientId: client.id,
          clientSecret: client.secret,
          userName: id,
          userPassword: password,
          fresh: fresh(),
        },
        ...(world && { testData: idsOf(testData, world.users.indexOf(user)) }),
        token: async (caller) => {
          if (caller === 'stranger') return `${id}-is-no-token`;
          if (typeof caller !== 'object') return (await tokenOf(caller))?.token;
          const damaged = caller.damaged((await tokenOf(caller.of))?.token ?? '');
          secrets?.add(damaged, 'secret');
          return damaged;
        },
        createUser: async () => void (await tokenOf('named')),
        lifetime: async (of) => (await tokenOf(of))?.lifetime ?? Number.NaN,
      };
    },
  };
  const made = new UsersAndTokens(target, { client, testData, fresh });
  return target;
}
