/** A target: the provider that the cases run against, where it is, and what it can show. */
import type { TargetSettings } from '../../../contracts/generated/settings.ts';
import type { TestData } from '../../../contracts/generated/test-data.ts';
import type { Settings } from '../../../contracts/src/judge/settings.ts';
import type { TargetFile } from './target-file.ts';

/**
 * What a target must have for a case to show anything. answer: it responds in the documented shapes. judgement: it
 * reads requests and decides about them itself. memory: it remembers what was created. clock: its time can be advanced.
 * messages: it runs batch updates on request and sends what follows. silence: it is known when no message is on its way.
 */
export type Ability = 'answer' | 'judgement' | 'memory' | 'clock' | 'messages' | 'silence';

/** Why a target lacks an ability, for each that it lacks. */
export type Lacks = Readonly<Partial<Record<Ability, string>>>;

/** A target as far as it is known before it is opened or called. */
export interface TargetDescription {
  readonly name: string;
  /** What `--target` names it by: mock, sandbox, or the path of its file. */
  readonly chosenBy: string;
  readonly accessUrl: string;
  readonly webFormUrl: string;
  /** Whether the run starts and ends it. */
  readonly isOwn: boolean;
  readonly hasControl: boolean;
  /** What it does where the documentation leaves it open: how requests to it are written, and responses judged. */
  readonly settings: TargetSettings & Settings;
  readonly lacks: Lacks;
  /** What requests to it hold where the documentation shows no values. */
  readonly testData: TestData;
  /** Whether it takes a Prefer header that names the response, as mocks do. */
  readonly takesPreferences?: true;
  /** How long a run may wait for a token to end where no control plane advances the clock, in seconds. */
  readonly longestWait?: number;
  /** How long a run listens for messages where no control plane triggers any, in seconds. */
  readonly listens?: number;
  /** Absent for a target that the run starts and ends. */
  readonly file?: TargetFile;
  /** The folder of the target file: the path of a cipher is relative to it. */
  readonly folder?: string;
}
