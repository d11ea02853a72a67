/** A target that is spoken to over its URLs alone: tokens and users are made by documented calls, a user a case. */
import type { TargetSettings } from '../../../contracts/generated/settings.ts';
import { jsonOf, member } from '../../../contracts/src/judge/exchange.ts';
import { judgeSettings } from '../../../contracts/src/judge/settings.ts';
import type { Call } from '../call.ts';
import type { Control } from '../control.ts';
import { Secrets, send } from '../send.ts';
import { NoAnswer } from '../verdict.ts';
import type { Messaging, MessagingPlace, Session, Target, Traces } from './target.ts';

export interface HttpPlace {
  readonly name: string;
  readonly chosenBy: string;
  readonly accessUrl: string;
  readonly webFormUrl: string;
  readonly client: { readonly id: string; readonly secret: string };
  readonly settings: TargetSettings;
  readonly deviations?: Target['deviations'];
  readonly lacks: Target['lacks'];
  readonly control?: Control;
  readonly messaging?: MessagingPlace;
  /** For a target within this process. */
  readonly carry?: Target['carry'];
  /** For a target that outlives the run. */
  readonly traces?: Traces;
  /** What else opens a door, such as the data decryption key. */
  readonly secrets?: readonly string[];
  /** In milliseconds. */
  readonly timeLimit: number;
  /** Begins every id that the run makes. */
  readonly prefix: string;
}

const PASSWORD = 'example-password';
const NOBODY: Session = {
  values: { clientId: '', clientSecret: '', userName: '', userPassword: '', fresh: '' },
  token: async () => undefined,
  createUser: async () => {},
  lifetime: async () => 0,
};

export function httpTarget(place: HttpPlace): Target {
  const { name, chosenBy, accessUrl, webFormUrl, client, settings, lacks, control, timeLimit, prefix } =
    place;
  let made = 0;
  const fresh = (): string => `${prefix}-${++made}`;
  const issuedTo = (username: string, password: string): Promise<Issued> =>
    issued(target, { grant_type: 'password', ...credentials, username, password });
  const logIn: Messaging['logIn'] = async ({ id, password }) => {
    const { token, lifetime } = await issuedTo(id, password);
    return { ...NOBODY, token: async () => token, lifetime: async () => lifetime };
  };
  const target: Target = {
    name,
    chosenBy,
    accessUrl,
    webFormUrl,
    settings: judgeSettings(settings, webFormUrl),
    wire: settings,
    deviations: place.deviations ?? [],
    lacks,
    takesPreferences: false,
    timeLimit,
    secrets: new Secrets([client.secret, ...(place.secrets ?? [])]),
    ...(control && { control }),
    ...(place.carry && { carry: place.carry }),
    ...(place.traces && { traces: place.traces }),
    ...(place.messaging && { messaging: { ...place.messaging, prefix, fresh, logIn } }),
    session: async () => {
      const users = { user: fresh(), 'other user': fresh() };
      type Holder = 'client' | keyof typeof users;
      // Nothing is asked of the target before a call needs it: a case of creating tokens and users fails by itself.
      const clientToken = once(() => issued(target, { grant_type: 'client_credentials', ...credentials }));
      const create = async (who: keyof typeof users) =>
        created(target, (await clientToken()).token, users[who]);
      const creation = { user: once(() => create('user')), 'other user': once(() => create('other user')) };
      const issue = async (who: keyof typeof users): Promise<Issued> => {
        await creation[who]();
        return issuedTo(users[who], PASSWORD);
      };
      const held: Record<Holder, () => Promise<Issued>> = {
        client: clientToken,
        user: once(() => issue('user')),
        'other user': once(() => issue('other user')),
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
          if (caller === 'stranger') return `${users.user}-is-no-token`;
          return (await (caller === 'user anew' ? issue('user') : held[caller]())).token;
        },
        createUser: creation.user,
        lifetime: async (of) => (await held[of]()).lifetime,
      };
    },
  };
  const credentials = { client_id: client.id, client_secret: client.secret };
  return target;
}

/** Does it when it is first asked for, and never again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

type TokenBody = Extract<Call, { when: 'createToken' }>['send'];

interface Issued {
  readonly token: string;
  /** In seconds. */
  readonly lifetime: number;
}

/** An access token; NoAnswer, which leaves the case unproven, when the target issues none. */
async function issued(target: Target, body: TokenBody): Promise<Issued> {
  const { response } = await send(target, NOBODY, {
    when: 'createToken',
    then: '2XX',
    ...(body && { send: body }),
  });
  const token = member(jsonOf(response.body), 'access_token');
  if (typeof token !== 'string')
    throw new NoAnswer(`${target.name} issues no token: it answers ${response.status}`);
  target.secrets?.hear(token);
  return { token, lifetime: Number(member(jsonOf(response.body), 'expires_in')) };
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
