/** What `explain` prints for a clause, an open fact and a fault, each in a few lines. */
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import open from '../../contracts/generated/validators/open.js';
import type { Edit, FaultRow, HookName } from '../../contracts/src/base/fault-row.ts';
import type { Clause, OpenFact } from '../../contracts/src/base/ledgers.ts';
import { settingText } from '../../contracts/src/base/text.ts';
import { exchangeChecks } from '../../contracts/src/judge/exchange-checks.ts';
import { eventChecks } from '../../contracts/src/judge/judge-message.ts';
import { clausesOfCall, clausesOfSchemas, type OperationId } from '../../contracts/src/judge/operation.ts';
import { choicesText, clausesInWords, type EntryRow, entryText, tenLines } from './explain-text.ts';
import { capped } from './terminal-text.ts';

export interface ClauseEvidence {
  /** The whole catalogue. */
  readonly faults: readonly FaultRow[];
  /** The files with cases of the clause, each with how many. */
  readonly proofs: readonly string[];
}

/** Its sentence, what states it, and what proves and breaks it: at most twelve lines, ending with a newline. */
export function explainClause(clause: Clause, { faults, proofs }: ClauseEvidence): string {
  const { id, area, says, source, level, reason } = clause;
  const isThis = (one: string) => one === id;
  const isCited = (check: { readonly clause: string }) => check.clause === id;
  const schemas = Object.keys(open).filter((name) => clausesOfSchemas([name]).some(isThis));
  const ids = Object.keys(operations) as OperationId[];
  const calls = ids.filter((operationId) => clausesOfCall(operationId).some(isThis));
  const checks = ids.filter((operationId) => exchangeChecks[operationId].some(isCited));
  const events = triggerEvents.filter((event) =>
    [...eventChecks[event].ofMessage, ...eventChecks[event].ofRule].some(isCited),
  );
  const settings = (openFacts.facts as OpenFact[]).flatMap(({ setting, affects }) =>
    setting !== undefined && affects?.includes(id) ? [setting] : [],
  );
  const breaking = faults.filter((fault) => fault.clause === id).map((fault) => fault.id);
  return tenLines((most) => {
    const row = (label: string, names: readonly string[], longest = most): EntryRow[] =>
      names.length === 0 ? [] : [[label, capped(names, longest)]];
    const rows: EntryRow[] = [
      ['source', source],
      ...row('schema of', schemas),
      ...row('call', calls),
      ...row('check on', checks),
      ...row('event', events),
      ...row('depends on', settings, most > 1 ? 2 * most : 1),
      ...row('proven by', proofs),
      ...row('faults', breaking, Math.min(most, 2)),
      ...(level === 'excluded' ? row('excluded', [reason ?? '']) : []),
      ...(level === 'excluded' ? [] : row('proof', [`npm run verify -- --only ${id}`])),
    ];
    return entryText(`${id}, a clause of ${area} (${level})`, says, rows);
  });
}

/** A fact that the documentation does not show, its setting, and which clauses that affects. */
export function explainFact({
  id,
  fact,
  source,
  setting,
  affects = [],
  outOfContract,
  ...rest
}: OpenFact): string {
  if (setting === undefined) {
    const rows: EntryRow[] = [
      ['left open', source],
      ['no check', outOfContract ?? ''],
    ];
    return entryText(`${id}, a fact that is not shown, out of contract`, fact, rows);
  }
  const { default: assumed, example } = rest;
  return tenLines((most) =>
    entryText(`${setting}, the setting of ${id}`, fact, [
      ['left open', source],
      ['default', settingText(assumed)],
      ['choices', choicesText(rest)],
      ['affects', clausesInWords(affects, most + 2)],
      ['target file', `settings: { ${setting}: ${settingText(example)} }`],
    ]),
  );
}

const HOOKS: Readonly<Record<HookName, string>> = {
  answer: 'an answer that is about to leave',
  decision: 'a decision on a token, a duplicate or a request',
  rule: 'a rule as a batch update reads it',
  match: 'what a batch update makes messages of',
  message: 'a message before it is encrypted',
  'encrypted message': 'a message after it is encrypted',
  delivery: 'how a message is posted',
  clock: 'the time',
  mapping: 'the V2 request that a migration makes',
};

/** What a fault does, which clause it breaks, at which hook, and how to run it. */
export function explainFault(fault: FaultRow): string {
  const { id, clause, says, hook, sees, of = [], on, edit, unobservable } = fault;
  const broken = ledger.clauses.find((row) => row.id === clause);
  return tenLines((most) => {
    const rows: EntryRow[] = [
      // Where lines are scarce, the id is enough: `explain` prints its sentence.
      ['breaks', most === 1 || broken === undefined ? clause : `${clause}: ${broken.says}`],
      ['hook', `${HOOKS[hook]}${on === 'refusal' ? ', where it refuses' : ''}; seen by ${sees}`],
      ...(of.length === 0 ? [] : [['of', capped(of, most)] as const]),
      ['edit', editText(edit)],
      ...(unobservable === undefined ? [] : [['unseen', unobservable] as const]),
      ['run', `npm run faults -- --only ${id}`],
    ];
    return entryText(`${id}, a fault of ${fault.class}`, `The provider ${says}.`, rows);
  });
}

/** The edit of a catalogued fault in words. */
export function editText(edit: Edit): string {
  if ('status' in edit) return `answers with the status ${edit.status}`;
  if ('header' in edit) return headerText(edit);
  if ('accept' in edit || 'refuse' in edit) return decisionText(edit);
  if ('function' in edit) return `what the function ${edit.function} does`;
  if ('set' in edit && 'from' in edit)
    return `puts the value of ${placeText(edit.from)} at ${placeText(edit.set)}`;
  if ('set' in edit) return `puts ${JSON.stringify(edit.to)} at ${placeText(edit.set)}`;
  if ('move' in edit) return `moves ${placeText(edit.move)} to ${placeText(edit.to)}`;
  if ('replace' in edit) return `replaces words of ${placeText(edit.replace)}: ${JSON.stringify(edit.by)}`;
  if ('remove' in edit) return `removes ${placeText(edit.remove)}`;
  if ('rename' in edit) return `renames ${placeText(edit.rename)} to ${edit.to}`;
  if ('copy' in edit) return `copies ${placeText(edit.copy)} to ${edit.to}`;
  if ('swap' in edit) return `swaps ${placeText(edit.swap)} with ${edit.with}`;
  if ('recode' in edit) return `writes ${placeText(edit.recode)} in another way: ${edit.by}`;
  if ('keep' in edit) return `keeps the first value of ${placeText(edit.keep)} in every later answer`;
  if ('rotate' in edit) return `gives each ${placeText(edit.rotate)} the value of the next one`;
  if ('repeat' in edit) return `repeats the first item of ${placeText(edit.repeat)}`;
  if ('drop' in edit) return `drops the last item of ${placeText(edit.drop)}`;
  if ('reverse' in edit) return `reverses ${placeText(edit.reverse)}`;
  return `cuts ${placeText(edit.truncate)} to ${edit.to} items`;
}

function headerText({ header, to, from }: Extract<Edit, { header: string }>): string {
  if (to !== undefined) return `sets the header ${header} to ${JSON.stringify(to)}`;
  if (from !== undefined) return `sets the header ${header} to the value at ${from}`;
  return `removes the header ${header}`;
}

function decisionText(edit: Extract<Edit, { accept: string } | { refuse: string }>): string {
  const { where, like, without } = edit;
  const does = 'accept' in edit ? `accepts (${edit.accept})` : `refuses (${edit.refuse})`;
  const which = [
    ...(where === undefined ? [] : [`with ${where}`]),
    ...(like === undefined ? [] : [`like ${like}`]),
    ...(without === undefined ? [] : [`without ${without}`]),
  ];
  return `${does} requests${which.map((part) => ` ${part}`).join('')}`;
}

/** The empty JSON Pointer is the whole body. */
function placeText(pointer: string): string {
  return pointer === '' ? 'the whole body' : pointer;
}
