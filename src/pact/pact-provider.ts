/** A target as the provider of pacts: its worlds are their states, and it can be called as the client and as a user. */
import { InputError } from '../../contracts/src/base/errors.ts';
import { clientToken, userToken } from '../../contracts/src/client/access-calls.ts';
import { type Client, type ClientSettings, createClient } from '../../contracts/src/client/client.ts';
import type { Control, World } from '../runner/control.ts';
import { readyTarget } from '../runner/targets/start-target.ts';
import type { Messaging, Target } from '../runner/targets/target.ts';
import { Unproven } from '../runner/unproven.ts';

export interface Provider {
  readonly target: Target;
  readonly control: Control;
  /** Absent where the target sends no messages that the run can read. */
  readonly messaging?: Messaging;
  readonly client: { readonly id: string; readonly secret: string };
  /** Replaces what there is by this world; calls are made as its first user. */
  begin(world: World): Promise<void>;
  /** An access token of the client, or of the first user of the world. */
  tokenOf(caller: 'client' | 'user'): Promise<string>;
  /** The typed client with the token of the first user. */
  asUser(): Promise<Client>;
}

/** Throws InputError for a target without a control plane, and Unproven for one that does not answer. */
export async function providerOf(target: Target): Promise<Provider> {
  const { control, messaging, accessUrl, webFormUrl, timeLimit, wire } = target;
  if (!control) throw noControl(target.chosenBy);
  const { clientId: id, clientSecret: secret } = (await target.session()).values;
  const settings: ClientSettings = {
    accessUrl,
    webFormUrl,
    timeLimit,
    accessPrefix: wire.accessPrefix,
    tokenPrefix: wire.tokenPrefix,
    apiVersionSelectors: wire.apiVersionSelectors,
    authorizationHeader: wire.authorizationHeader,
    authorizationScheme: wire.authorizationScheme,
    tokenEncoding: wire.tokenEncoding,
  };
  const credentials = { client_id: id, client_secret: secret };
  // The configuration needs an address even where no message is sent.
  const callback = (await messaging?.mailbox.address('pacts')) ?? 'https://client.example/notifications';
  let user: World['users'][number] | undefined;
  const tokenOf: Provider['tokenOf'] = async (caller) => {
    const withoutToken = createClient(settings);
    if (caller === 'client') return (await clientToken(withoutToken, credentials)).access_token;
    if (!user) throw new Unproven('the world of the state has no user');
    const { id: username, password } = user;
    return (await userToken(withoutToken, { ...credentials, username, password })).access_token;
  };
  return {
    target,
    control,
    ...(messaging && { messaging }),
    client: { id, secret },
    begin: async (world) => {
      user = world.users[0];
      const client = { userNotificationCallbackUrl: callback, ...world.client };
      await control.replaceWorld({ ...world, client });
    },
    tokenOf,
    asUser: async () => createClient(settings, await tokenOf('user')),
  };
}

function noControl(chosenBy: string): InputError {
  return new InputError(
    `${chosenBy} has no control plane, and the states of a pact need one: pass sandbox, or a target file with a controlUrl.`,
  );
}

/** Throws InputError unless `chosenBy` is sandbox or names a target file with a control plane, whose path is `path`. */
export async function refusePactTarget(chosenBy: string, path: string): Promise<void> {
  if (chosenBy === 'sandbox') return;
  if (chosenBy === 'mock') throw noControl(chosenBy);
  const { controlUrl } = await readyTarget(chosenBy, path, { names: ['sandbox'] });
  if (controlUrl === undefined) throw noControl(chosenBy);
}
