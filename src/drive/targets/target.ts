/** A target: the provider that the cases are run against, where it is and what it can show. */
import type { Settings } from '../../../contracts/src/judge/settings.ts';
import type { Cipher } from '../../../contracts/src/messages/cipher.ts';
import type { Caller } from '../calls/call.ts';
import type { Carry } from '../calls/carry.ts';
import type { Control } from '../calls/control.ts';
import type { Values } from '../calls/fill.ts';
import type { Secrets } from '../calls/secrets.ts';
import type { Ability } from '../cases/case.ts';
import type { Traces } from '../created.ts';
import type { Deviation } from '../deviation.ts';
import type { Mailbox } from '../scenarios/mailbox.ts';
import type { World } from '../scenarios/scenario.ts';
import type { TargetSettings } from './target-settings.ts';

export interface Target {
  readonly name: string;
  /** What `--target` names it by: mock, sandbox, or the path of its file. */
  readonly chosenBy: string;
  readonly accessUrl: string;
  readonly webFormUrl: string;
  readonly settings: Settings;
  /** How calls are put on the wire where the documentation leaves it open. */
  readonly wire: TargetSettings;
  /** The abilities that the target has, and for each one that it lacks the reason, which a reader is shown. */
  readonly lacks: Readonly<Partial<Record<Ability, string>>>;
  /** Whether an answer can be asked for by name, as mocks allow it. */
  readonly takesPreferences: boolean;
  /** Known violations that do not fail a run yet. */
  readonly deviations: readonly Deviation[];
  /** How long a call may take, in milliseconds. */
  readonly timeLimit: number;
  /** Carries its calls; over the network without it. */
  readonly carry?: Carry;
  /** Absent where the target has no control plane. */
  readonly control?: Control;
  /** What opens its doors, the tokens that it has issued so far among it; no answer is kept with any of it. */
  readonly secrets?: Secrets;
  /** Hears of what the run creates; absent for a target that ends with the run. */
  readonly traces?: Traces;
  /** Absent where the target lacks messages. */
  readonly messaging?: Messaging;
  /** Who one case speaks as: a user of its own where the target has users, created when it is first needed. */
  session(): Promise<Session>;
}

/** Who a case speaks as; what it needs and does not get throws NoAnswer. */
export interface Session {
  /** What cases name in braces. */
  readonly values: Values;
  /** An access token for a caller; undefined for nobody. */
  token(caller: Caller): Promise<string | undefined>;
  /** Creates the user of the case where there is none yet: a call may name one who makes none. */
  createUser(): Promise<void>;
  /** The lifetime of the token of a caller in seconds, as its token response says. */
  lifetime(of: 'client' | 'user'): Promise<number>;
}

/** How messages of a target reach the run and are read there. */
export interface MessagingPlace {
  readonly mailbox: Mailbox;
  readonly cipher: Cipher;
  /** How long to wait for further messages where nothing tells that there are none, in milliseconds. */
  readonly waitingTime?: number;
  /** What the control plane can do for messages; asks it once, when it is first needed. */
  offers(): Promise<Offers>;
}

export interface Offers {
  /** Whether the control plane says when every message has been delivered. */
  readonly tellsSettled: boolean;
  /** What is missing after all. */
  readonly lacks: Target['lacks'];
}

/** What scenarios use of a target beside its control plane. */
export interface Messaging extends MessagingPlace {
  /** Begins every id and handle that the run makes. */
  readonly prefix: string;
  /** A name that nobody has yet. */
  fresh(): string;
  /** A session of a user who exists already. Throws NoAnswer. */
  logIn(user: Pick<World['users'][number], 'id' | 'password'>): Promise<Session>;
}
