/** POST /oauth/token: issues an opaque token for the client or for one of its users. */
import { grant } from '../decisions/credentials.ts';
import type { Handler } from '../handler.ts';
import { Refusal } from '../refusal.ts';

export const createToken: Handler<'createToken'> = ({ body }, around) => {
  const { state, client, chance, clock, settings } = around;
  const granted = around.decide(
    'credentials',
    grant(body, client, (name) => state.users.get(name)),
  );
  if (granted instanceof Refusal) return granted;
  const accessToken = chance.token();
  const expiresAt = clock.now() + settings.tokenLifetime * 1000;
  state.tokens.add({ accessToken, ...(granted.user && { user: granted.user.id }), expiresAt });
  return {
    status: 200,
    // RFC 6749 5.1.
    headers: { 'cache-control': 'no-store' },
    body: {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: settings.tokenLifetime,
      scope: 'all',
    },
  };
};
