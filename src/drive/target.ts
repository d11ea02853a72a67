/** A target: the provider that the cases are run against, where it is and what it can show. */
import type { Settings } from '../../contracts/src/judge/settings.ts';
import type { Caller } from './call.ts';
import type { Ability } from './case.ts';
import type { Control } from './control.ts';
import type { Deviation } from './deviation.ts';
import type { Values } from './fill.ts';
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
  /** Absent where the target has no control plane. */
  readonly control?: Control;
  /** Makes ready what one case needs: a user of its own where the target has users. Throws NoAnswer. */
  session(): Promise<Session>;
}

/** Who a case speaks as. */
export interface Session {
  /** What cases name in braces. */
  readonly values: Values;
  /** An access token for a caller; undefined for nobody. */
  token(caller: Caller): Promise<string | undefined>;
  /** The lifetime of the user's token in seconds, as its token response says. */
  lifetime(): Promise<number>;
}
