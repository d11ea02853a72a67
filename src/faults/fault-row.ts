/** The rows of the catalogue of faults (`contracts/faults/`, and those that are derived from it) and of the list of benign variants (`contracts/variants.yaml`). */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import type { WrittenSettings } from '../../contracts/generated/settings.ts';
import type { TestData } from '../../contracts/generated/test-data.ts';
import type { SandboxSettings } from '../sandbox/sandbox-settings.ts';
import type { Place, TreeEdit } from './edit-tree.ts';

/**
 * What a fault changes. answer: its body. response: its status, headers and body. decision: on authorization, uniqueness, a
 * request. rule: as a batch update reads it. match: what a batch update makes messages of. message: before encryption. encrypted message:
 * after it. delivery: how a message is posted.
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
  /** What is to be refused passes. */
  | ({ readonly accept: 'request' | 'apiVersion' | 'duplicate' } & Requests)
  /** What is allowed is refused. */
  | ({ readonly refuse: DecisionName } & Requests);

/** The requests that a decision is about, by their body; all of them without these. */
interface Requests {
  /** Those that carry something there, */
  readonly where?: Place;
  /** a text, number or boolean that fits this regular expression. */
  readonly like?: string;
  /** Those that carry nothing there, or in one of the items of a list. */
  readonly without?: Place;
}

/** What no edit can express: the name of a function in `src/faults/functions/`. */
type NamedEdit = { readonly function: string };

export type Edit = TreeEdit | DecisionEdit | NamedEdit;

export interface FaultRow {
  readonly id: string;
  /** The name of its file. */
  readonly class: string;
  /** The clause that it breaks. */
  readonly clause: ClauseId;
  /** What the faulty provider does, in the present tense, without a subject. */
  readonly says: string;
  readonly hook: HookName;
  /** The operations or trigger events that it changes; all without it. A decision about a rule is of its trigger event too. */
  readonly of?: readonly (keyof typeof operations | (typeof triggerEvents)[number])[];
  /** The answers that it changes: those of success, 451 included, without it. */
  readonly on?: 'refusal';
  /** Several are carried out one after another. */
  readonly edit: Edit | readonly Edit[];
}

/** What a row changes, whether it is of a fault or of a variant. */
export type EditRow = Pick<FaultRow, 'id' | 'hook' | 'of' | 'on' | 'edit'>;

/** A fault of a migration, which no provider has: the edit is of the V2 request of the operations that it is of. */
export type MappingFault = Omit<FaultRow, 'hook' | 'on' | 'edit'> & { readonly edit: TreeEdit };

/** A provider that differs only in what the documentation leaves open; no check alarms at it. */
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
  /** What the target file says of the values that the provider takes, by the keys of `contracts/test-data.yaml`. */
  readonly testData?: Partial<TestData>;
  /** That no case sends what it takes; a case that demands its refusal would be a false alarm. */
  readonly unsent?: true;
  /** Where the difference is only there on the wire; otherwise no socket is needed. */
  readonly over?: 'http';
}
