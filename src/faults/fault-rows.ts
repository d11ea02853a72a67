/** The rows of the catalogue of faults, with the ids and sentences of those that are derived from a place. */
import json from '../../contracts/generated/faults.json' with { type: 'json' };
import {
  type DerivedFaultRow,
  derivedId,
  type Edit,
  type FaultRow,
  namesIn,
  partsOfEdit,
} from './fault-row.ts';

const GIVEN_AS: Readonly<Record<string, string>> = { text: 'text', number: 'a number', list: 'a list' };

/** By the verb of the edit. */
const SENTENCES: Readonly<Record<string, (what: string, value: unknown) => string>> = {
  remove: (what) => `leaves out ${what}`,
  recode: (what, by) => {
    if (by === 'null') return `gives null for ${what}`;
    const type = GIVEN_AS[String(by)];
    return type ? `gives ${what} as ${type}` : `changes ${what}: ${by}`;
  },
  set: (what, to) => `gives ${JSON.stringify(to)} for ${what}`,
  move: (what, to) => `moves ${what} to ${to}`,
  replace: (what, by) => `replaces words of ${what}: ${JSON.stringify(by)}`,
  rename: (what, to) => `calls ${what} ${to}`,
  copy: (what, to) => `gives ${what} as ${to} too`,
  swap: (what, other) => `swaps ${what} with ${other}`,
  keep: (what) => `gives the first ${what} every time`,
  rotate: (what) => `gives each ${what} the value of the next one`,
  repeat: (what) => `gives the first of ${what} twice`,
  drop: (what) => `leaves out the last of ${what}`,
  reverse: (what) => `reverses ${what}`,
  truncate: (what, to) => `gives at most ${to} of ${what}`,
  refuse: (what, like) => (like === undefined ? `refuses ${what}` : `refuses ${what} like ${like}`),
  accept: (what, like) =>
    like === undefined ? `accepts any value of ${what}` : `accepts ${what} like ${like}`,
};

// The generator has checked the rows; the type of imported JSON has no literals.
const stored = json.faults as unknown as readonly (FaultRow | DerivedFaultRow)[];

export const faultRows: readonly FaultRow[] = stored.map((row) => {
  if ('says' in row) return row;
  const { in: holder, group, end, ...others } = row;
  return { id: derivedId(row), ...others, says: sentenceOf(row.edit, holder) };
});

/** What a provider with the edit does; `holder` is what has the place. */
function sentenceOf(edit: Edit, holder: string): string {
  const { verb, place, value, isWithout } = partsOfEdit(edit);
  const what = `${namesIn(place).join('.') || 'the body'} of ${holder}`;
  if (isWithout) return `${verb === 'refuse' ? 'demands' : 'does not demand'} ${what}`;
  return SENTENCES[verb]?.(what, value) ?? `${verb} ${what}`;
}
