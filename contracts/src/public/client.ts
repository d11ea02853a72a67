/** The typed client: one function a call, and the errors to catch. The two flows are `v1` and `v2`, with the same names. */
export {
  CallError,
  MalformedAnswer,
  NoAnswer,
  Refused,
  TimedOut,
  WebFormRequired,
} from '../client/call-error.ts';
export { type Client, type ClientSettings, clientDefaults, createClient } from '../client/client.ts';
export { type ClientConfiguration, getClientConfiguration } from '../client/client-configuration.ts';
export { createNotificationRule, type NotificationRule } from '../client/notification-rule.ts';
export {
  type ClientCredentials,
  clientToken,
  type Token,
  type UserCredentials,
  userToken,
} from '../client/token.ts';
export { createUser, type User, type UserRequest } from '../client/user.ts';
export * as v1 from '../client/v1.ts';
export * as v2 from '../client/v2.ts';
export type { WebForm } from '../client/web-form.ts';
export { webFormInstant } from '../contract/times.ts';
