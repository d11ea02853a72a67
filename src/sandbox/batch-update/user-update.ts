/** What one batch update told of one user, read and checked. */
import type { components } from '../generated/control-types.ts';
import type { BankConnection, User } from '../state.ts';
import type { AccountChange } from './account-change.ts';

/** Ids and amounts may be LosslessNumbers where a float cannot keep them, which the type does not know. */
export type BatchUpdate = components['schemas']['BatchUpdate'];

export interface UserUpdate {
  readonly user: User;
  readonly changes: readonly AccountChange[];
  readonly failedLogins: readonly FailedLogin[];
  /** Connections that were not updated because of new terms and conditions. */
  readonly unacceptedTerms: readonly BankConnection[];
  /** When the update ran and when the last of its transactions is categorized, in epoch milliseconds. */
  readonly at: number;
  readonly categorizedAt: number;
  /** How many transactions stay in memory with it. */
  readonly weight: number;
  /** As the client was set up when the update ran. */
  readonly isAutoCategorizationEnabled: boolean;
  readonly serviceVersion: string;
}

export interface FailedLogin {
  readonly connection: BankConnection;
  readonly errorMessage: string;
  /** Otherwise the reason is unknown. */
  readonly wrongCredentials: boolean;
}
