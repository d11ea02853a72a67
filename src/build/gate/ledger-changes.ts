/** Compares the ledgers: the clauses, and the facts that the documentation leaves open. */
import { canonical } from '../../../contracts/src/base/json-value.ts';
import type { Clause, OpenFact } from '../../../contracts/src/base/ledgers.ts';
import { type Artefact, breaking, type GateRow, harmless, memberRows } from './changes.ts';
import type { PackageContent } from './release.ts';
import { ledgerOf } from './run-release.ts';

export const clauses: Artefact = {
  name: 'clauses',
  files: /^dist\/ledgers\/clauses\.js$/,
  also: /^dist\/chunks\//,
  rows: (before, after) => {
    const [old, now] = [read<Clause>(before, 'clauses'), read<Clause>(after, 'clauses')];
    const words = { artefact: 'clauses', noun: 'clause', breaks: 'readers' } as const;
    return memberRows(old, now, words, (name, was, is) => [
      ...levelRows(name, was.level, is.level),
      ...wordRows('clauses', name, was, is, ['area', 'says', 'source', 'reason']),
    ]);
  },
};

export const openFacts: Artefact = {
  name: 'open facts',
  files: /^dist\/ledgers\/not-shown\.js$/,
  also: /^dist\/chunks\//,
  rows: (before, after) => {
    const [old, now] = [read<OpenFact>(before, 'not-shown'), read<OpenFact>(after, 'not-shown')];
    const words = { artefact: 'open facts', noun: 'fact', breaks: 'readers' } as const;
    return memberRows(old, now, words, (name, was, is) => [
      ...settingRows(name, was, is),
      ...wordRows('open facts', name, was, is, ['fact', 'source', 'choices', 'outOfContract']),
    ]);
  },
};

type Level = Clause['level'];

/** A promise that is withdrawn breaks its readers; one that is judged from now on breaks the providers. */
function levelRows(place: string, was: Level, is: Level): GateRow[] {
  if (was === is) return [];
  const change = `level: ${was} to ${is}`;
  if (is === 'must') return [breaking('clauses', place, change, 'providers')];
  if (was === 'must' && is === 'may') return [breaking('clauses', place, change, 'readers')];
  return [harmless('clauses', place, change, 'minor')];
}

/** Files of targets name settings, and what a target leaves out has the default. A fact may get a setting freely. */
function settingRows(place: string, was: OpenFact, is: OpenFact): GateRow[] {
  if (was.setting === undefined) {
    return is.setting === undefined ? [] : [harmless('open facts', place, 'has a setting now', 'minor')];
  }
  return (['setting', 'default'] as const)
    .filter((field) => differs(was[field], is[field]))
    .map((field) => {
      const change = `${field}: ${canonical(was[field])} to ${canonical(is[field])}`;
      return breaking('open facts', place, change, 'readers');
    });
}

function wordRows<Entry>(artefact: string, place: string, was: Entry, is: Entry, fields: (keyof Entry)[]) {
  return fields
    .filter((field) => differs(was[field], is[field]))
    .map((field) => harmless(artefact, place, `${String(field)} in other words`, 'patch'));
}

/** A default may be a list or an object. */
function differs(was: unknown, is: unknown): boolean {
  return canonical(was) !== canonical(is);
}

function read<Entry extends { id: string }>(release: PackageContent, ledger: string) {
  const entries = ledgerOf(release, ledger) as Entry[];
  return new Map(entries.map((entry) => [entry.id, entry]));
}
