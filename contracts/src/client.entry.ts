/** The typed client: one function a call, and the errors to catch. The two flows are `v1` and `v2`, with the same names. */
export { webFormInstant } from './base/formats.ts';
export {
  type ClientCredentials,
  clientToken,
  createNotificationRule,
  createUser,
  getClientConfiguration,
  type UserCredentials,
  userToken,
} from './client/access-calls.ts';
export { CallError, MalformedAnswer, NoAnswer, Refused } from './client/call-error.ts';
export { type Client, type ClientSettings, createClient, type WebFormLink } from './client/client.ts';
export * as v1 from './client/v1.ts';
export * as v2 from './client/v2.ts';
export type {
  ClientConfiguration,
  NotificationRuleRequest as NotificationRule,
  Token,
  User,
  UserRequest,
} from './index.entry.ts';
