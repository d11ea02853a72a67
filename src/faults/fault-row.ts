/** The rows of the catalogue of faults (`contracts/faults/`) and of the list of benign variants (`contracts/variants.yaml`). */
import type { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import type { Place, TreeEdit } from './edit-tree.ts';

/**
 * What a fault changes. answer: before it is sent. decision: on authorization, uniqueness, a request. rule: as
 * a batch update reads it. match: what a batch update makes messages of. message: before encryption. encrypted message:
 * after it. delivery: how a message is posted. mapping: the V2 request that a migration makes.
 */
export const HOOKS = [
  'answer',
  'decision',
  'rule',
  'match',
  'message',
  'encrypted message',
  'delivery',
  'mapping',
] as const;

export type HookName = (typeof HOOKS)[number];
type DecisionName = 'credentials' | 'authorization' | 'request' | 'apiVersion' | 'duplicate';

export type AnswerEdit =
  | { readonly status: number }
  /** The header is `to`, or what the body has at `from`; without both it is gone. */
  | { readonly header: string; readonly to?: string; readonly from?: Place };

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

export type Edit = TreeEdit | AnswerEdit | DecisionEdit | NamedEdit;

export interface FaultRow {
  readonly id: string;
  /** The name of its file. */
  readonly class: string;
  /** The clause that it breaks. */
  readonly clause: string;
  /** What the faulty provider does, in the present tense, without a subject. */
  readonly says: string;
  readonly hook: HookName;
  /** The operations or trigger events that it changes; all without it. A decision about a rule is of its trigger event too. */
  readonly of?: readonly (keyof typeof operations | (typeof triggerEvents)[number])[];
  /** The answers that it changes: those of success, 451 included, without it. */
  readonly on?: 'refusal';
  /** Several are carried out one after another. */
  readonly edit: Edit | readonly Edit[];
  /** Why it cannot be observed; only there where it cannot. */
  readonly unobservable?: string;
}

/** A row that is derived from a place: its id and its sentence follow from its edit and from what has the place. */
export interface DerivedFaultRow extends Omit<FaultRow, 'id' | 'says'> {
  readonly edit: Edit;
  readonly in: string;
  /** What ids of its places begin with. */
  readonly group: string;
  /** What its id ends with, where that does not follow from the edit. */
  readonly end?: string;
}

interface Verb {
  /** The key of its value in the edit of a tree, where it has one. */
  readonly key?: 'to' | 'with' | 'by';
  /** What the id of a derived row ends with. */
  readonly end: (value: unknown) => string;
  /** What a provider does; `what` is the place and what holds it. */
  readonly says: (what: string, value: unknown) => string;
}

const GIVEN_AS: Readonly<Record<string, string>> = { text: 'text', number: 'a number', list: 'a list' };

/** The verbs of edits of trees. */
export const TREE_VERBS: Readonly<Record<string, Verb>> = {
  remove: { end: () => 'MISSING', says: (what) => `leaves out ${what}` },
  recode: {
    key: 'by',
    end: (by) => (`${by}` in GIVEN_AS ? `AS-${by}` : `${by}`),
    says: (what, by) => {
      if (by === 'null') return `gives null for ${what}`;
      return `${by}` in GIVEN_AS ? `gives ${what} as ${GIVEN_AS[`${by}`]}` : `changes ${what}: ${by}`;
    },
  },
  set: { key: 'to', end: (to) => `${to}`, says: (what, to) => `gives ${JSON.stringify(to)} for ${what}` },
  move: { key: 'to', end: (to) => `MOVED-TO-${to}`, says: (what, to) => `moves ${what} to ${to}` },
  replace: {
    key: 'by',
    end: () => 'REPLACED',
    says: (what, by) => `replaces words of ${what}: ${JSON.stringify(by)}`,
  },
  rename: { key: 'to', end: (to) => `CALLED-${to}`, says: (what, to) => `calls ${what} ${to}` },
  copy: { key: 'to', end: (to) => `ALSO-${to}`, says: (what, to) => `gives ${what} as ${to} too` },
  swap: { key: 'with', end: (to) => `SWAPPED-WITH-${to}`, says: (what, to) => `swaps ${what} with ${to}` },
  keep: { end: () => 'CONSTANT', says: (what) => `gives the first ${what} every time` },
  rotate: { end: () => 'OF-NEXT', says: (what) => `gives each ${what} the value of the next one` },
  repeat: { end: () => 'DOUBLED', says: (what) => `gives the first of ${what} twice` },
  drop: { end: () => 'LAST-MISSING', says: (what) => `leaves out the last of ${what}` },
  reverse: { end: () => 'REVERSED', says: (what) => `reverses ${what}` },
  truncate: { key: 'to', end: (to) => `AT-MOST-${to}`, says: (what, to) => `gives at most ${to} of ${what}` },
};

/** With those of decisions. */
const VERBS: typeof TREE_VERBS = {
  ...TREE_VERBS,
  refuse: {
    end: (like) => (like === undefined ? 'REFUSED' : `${like}-REFUSED`),
    says: (what, like) => (like === undefined ? `refuses ${what}` : `refuses ${what} like ${like}`),
  },
  accept: {
    end: (like) => (like === undefined ? 'UNCHECKED' : `${like}-ACCEPTED`),
    says: (what, like) =>
      like === undefined ? `accepts any value of ${what}` : `accepts ${what} like ${like}`,
  },
};

/** The parts of the edit of a derived row. */
function partsOfEdit(edit: Edit) {
  const [verb = ''] = Object.keys(edit);
  const [first, value] = Object.values(edit);
  // A decision names the place in `where` or `without`.
  const { where = first, without, like } = edit as { where?: Place; without?: Place; like?: string };
  const isDecision = verb === 'refuse' || verb === 'accept';
  return {
    verb,
    place: without ?? where,
    value: isDecision ? like : value,
    isWithout: without !== undefined,
  };
}

export function derivedId({ group, edit, end }: Pick<DerivedFaultRow, 'group' | 'edit' | 'end'>): string {
  const { verb, place, value, isWithout } = partsOfEdit(edit);
  const demanded = verb === 'refuse' ? 'DEMANDED' : 'NOT-DEMANDED';
  const last = end ?? (isWithout ? demanded : VERBS[verb]?.end(value));
  return [group, ...namesIn(place), last].map(inCapitals).join('-');
}

/** What a provider with the edit does; `holder` is what has the place. */
export function sentenceOf(edit: Edit, holder: string): string {
  const { verb, place, value, isWithout } = partsOfEdit(edit);
  const what = `${namesIn(place).join('.') || 'the body'} of ${holder}`;
  if (isWithout) return `${verb === 'refuse' ? 'demands' : 'does not demand'} ${what}`;
  return VERBS[verb]?.says(what, value) ?? `${verb} ${what}`;
}

function inCapitals(text = ''): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toUpperCase();
}

/** The names of the fields of a place, without those of the lists that hold the others. */
function namesIn(place: Place): string[] {
  const steps = place.split('/').slice(1);
  return steps.filter(
    (step, index) => step !== '*' && (steps[index + 1] !== '*' || index + 2 === steps.length),
  );
}

/** A provider that differs only in what the documentation leaves open; no check alarms at it. */
export interface VariantRow extends Partial<Pick<FaultRow, 'hook' | 'of' | 'on' | 'edit'>> {
  readonly id: string;
  /** The open fact of `contracts/not-shown.yaml`, or the rule that more is not wrong. */
  readonly allowedBy: string;
  /** What the provider does, in the present tense, without a subject. */
  readonly says: string;
  /** Settings of provider and target file, by their names in `contracts/not-shown.yaml`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Settings of the provider alone: the target file has the defaults. */
  readonly provider?: Readonly<Record<string, unknown>>;
  /** What the target file says of the values that the provider takes, by the keys of `contracts/test-data.yaml`. */
  readonly testData?: Readonly<Record<string, unknown>>;
  /** That no case sends what it takes; a case that demands its refusal would be a false alarm. */
  readonly unsent?: true;
  /** Where the difference is only there on the wire; otherwise no socket is needed. */
  readonly over?: 'http';
}
