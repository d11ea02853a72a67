/** The good token requests of both grants. */

export const client = {
  grant_type: 'client_credentials',
  client_id: '{clientId}',
  client_secret: '{clientSecret}',
} as const;

export const user = {
  grant_type: 'password',
  client_id: '{clientId}',
  client_secret: '{clientSecret}',
  username: '{userName}',
  password: '{userPassword}',
} as const;
