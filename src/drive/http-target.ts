/** A target that is spoken to over its URLs alone: tokens and users are made by documented calls, a user a case. */
import { jsonOf, member } from '../../contracts/src/judge/exchange.ts';
import type { Call } from './call.ts';
import { NoAnswer, send } from './send.ts';
import type { Session, Target } from './target.ts';
import { judgeSettings, type TargetSettings } from './target-settings.ts';

export interface HttpPlace {
  readonly name: string;
  readonly accessUrl: string;
  readonly webFormUrl: string;
  readonly client: { readonly id: string; readonly secret: string };
  readonly settings: TargetSettings;
  readonly lacks: Target['lacks'];
  /** In milliseconds. */
  readonly timeLimit: number;
  /** Begins every id that the run makes. */
  readonly prefix: string;
}

const PASSWORD = 'example-password';
const NOBODY: Session = {
  values: { clientId: '', clientSecret: '', userName: '', userPassword: '', fresh: '' },
  token: async () => undefined,
};

export function httpTarget(place: HttpPlace): Target {
  const { name, accessUrl, webFormUrl, client, settings, lacks, timeLimit, prefix } = place;
  let made = 0;
  const fresh = (): string => `${prefix}-${++made}`;
  const target: Target = {
    name,
    accessUrl,
    webFormUrl,
    settings: judgeSettings(settings, webFormUrl),
    wire: settings,
    lacks,
    takesPreferences: false,
    timeLimit,
    session: async () => {
      const clientToken = await issued(target, { grant_type: 'client_credentials', ...credentials });
      const users = { user: fresh(), 'other user': fresh() };
      await created(target, clientToken, users.user);
      const tokens = new Map<string, Promise<string>>([['client', Promise.resolve(clientToken)]]);
      const userToken = async (who: keyof typeof users): Promise<string> => {
        if (who === 'other user') await created(target, clientToken, users[who]);
        return issued(target, {
          grant_type: 'password',
          ...credentials,
          username: users[who],
          password: PASSWORD,
        });
      };
      return {
        values: {
          clientId: client.id,
          clientSecret: client.secret,
          userName: users.user,
          userPassword: PASSWORD,
          fresh: fresh(),
        },
        token: async (caller) => {
          if (caller === 'nobody') return undefined;
          if (caller !== 'client' && !tokens.has(caller)) tokens.set(caller, userToken(caller));
          return tokens.get(caller);
        },
      };
    },
  };
  const credentials = { client_id: client.id, client_secret: client.secret };
  return target;
}

type TokenBody = Extract<Call, { when: 'createToken' }>['send'];

/** An access token; NoAnswer, which leaves the case unproven, when the target issues none. */
async function issued(target: Target, body: TokenBody): Promise<string> {
  const { response } = await send(target, NOBODY, {
    when: 'createToken',
    then: '2XX',
    ...(body && { send: body }),
  });
  const token = member(jsonOf(response.body), 'access_token');
  if (typeof token !== 'string')
    throw new NoAnswer(`${target.name} issues no token: it answers ${response.status}`);
  return token;
}

async function created(target: Target, clientToken: string, id: string): Promise<void> {
  const session: Session = { ...NOBODY, token: async () => clientToken };
  const user = {
    id,
    password: PASSWORD,
    email: 'user@example.com',
    phone: '+49 30 901820',
    isAutoUpdateEnabled: true,
  };
  const { response } = await send(target, session, { when: 'createUser', send: user, then: '2XX' });
  if (response.status < 200 || response.status > 299) {
    throw new NoAnswer(`${target.name} creates no user: it answers ${response.status}`);
  }
}
