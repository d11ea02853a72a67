/** The rows of the catalogue of faults (`contracts/faults/`, and those that are derived from it) and of the list of benign variants (`contracts/variants.yaml`). */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import type { WrittenSettings } from '../../contracts/generated/settings.ts';
import type { TestData } from '../../contracts/generated/test-data.ts';
import type { SandboxSettings } from '../sandbox/sandbox-settings.ts';
import type { Place, TreeEdit } from './edit-tree.ts';

/**
 * What a fault changes. answer: the body of a response. response: its status, headers and body. decision: on authorization,
 * uniqueness, a request. rule: as a batch update reads it. match: the source of messages. message: before encryption. encrypted
 * message: after it. delivery: how a message is posted.
 */
export const HOOKS = [
  'answer',
  'response',
  'decision',
  'rule',
  'match',
  'message',
  'encrypted message',
  'delivery',
] as const;

export type HookName = (typeof HOOKS)[number];
type DecisionName = 'credentials' | 'authorization' | 'request' | 'apiVersion' | 'duplicate';

export type DecisionEdit =
  /** Accepts what must be refused. */
  | ({ readonly accept: 'request' | 'apiVersion' | 'duplicate' } & Requests)
  /** Refuses what is allowed. */
  | ({ readonly refuse: DecisionName } & Requests);

/** Selects the requests of a decision by their body; by default, all. */
interface Requests {
  /** Only requests with a value there, */
  readonly where?: Place;
  /** that is a text, number or boolean and matches this regular expression. */
  readonly like?: string;
  /** Only requests without a value there, or without it in some item of a list. */
  readonly without?: Place;
}

/** A change that no edit can express: the name of a function in `src/faults/functions/`. */
type NamedEdit = { readonly function: string };

export type Edit = TreeEdit | DecisionEdit | NamedEdit;

export interface FaultRow {
  readonly id: string;
  /** The name of its file. */
  readonly class: string;
  readonly clause: ClauseId;
  /** What the faulty provider does, in the present tense, without a subject. */
  readonly says: string;
  readonly hook: HookName;
  /** The changed operations or trigger events; all if absent. A decision about a rule also matches its trigger event. */
  readonly of?: readonly (keyof typeof operations | (typeof triggerEvents)[number])[];
  /** The changed responses: by default successes, including 451. */
  readonly on?: 'refusal';
  /** Several edits are applied in order. */
  readonly edit: Edit | readonly Edit[];
}

/** The change of a fault or of a variant. */
export type EditRow = Pick<FaultRow, 'id' | 'hook' | 'of' | 'on' | 'edit'>;

/** A fault of a migration, not of a provider: it edits the V2 request of its operations. */
export type MappingFault = Omit<FaultRow, 'hook' | 'on' | 'edit'> & { readonly edit: TreeEdit };

/** A provider that differs only where the documentation is open; no check may fail. */
export interface VariantRow extends Partial<Pick<FaultRow, 'hook' | 'of' | 'on' | 'edit'>> {
  readonly id: string;
  /** The open fact of `contracts/not-shown.yaml`, or the rule that more is not wrong. */
  readonly allowedBy: string;
  /** What the provider does, in the present tense, without a subject. */
  readonly says: string;
  /** Settings of provider and target file, by their names in `contracts/not-shown.yaml`, and how long tokens and web forms live. */
  readonly settings?: WrittenSettings & Partial<Pick<SandboxSettings, 'tokenLifetime' | 'webFormLifetime'>>;
  /** Settings of the provider alone: the target file has the defaults. */
  readonly provider?: WrittenSettings;
  /** The target file's test data, which the provider accepts, by the keys of `contracts/test-data.yaml`. */
  readonly testData?: Partial<TestData>;
  /** Set if no case sends what it accepts; a case that expects an error response would be a false alarm. */
  readonly unsent?: true;
  /** Set if the difference exists only on the wire; otherwise no socket is needed. */
  readonly over?: 'http';
}
