/** What `explain` prints for a clause, an open fact and a fault, each in a few lines, and for what several clauses are about. */
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import type { testDataRows } from '../../contracts/generated/test-data.ts';
import open from '../../contracts/generated/validators/open.js';
import type { FaultRow } from '../../contracts/src/base/fault-row.ts';
import type { Clause, OpenFact } from '../../contracts/src/base/ledgers.ts';
import { count, settingText } from '../../contracts/src/base/text.ts';
import { exchangeChecks } from '../../contracts/src/judge/exchange-checks.ts';
import { eventChecks } from '../../contracts/src/judge/judge-message.ts';
import { clausesOfCall, clausesOfSchemas, type OperationId } from '../../contracts/src/judge/operation.ts';
import { fieldsWithWord } from './explain-field.ts';
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
  const ids = OPERATIONS.map(([operationId]) => operationId);
  const calls = ids.filter((operationId) => clausesOfCall(operationId).some(isThis));
  const checks = ids.filter((operationId) => exchangeChecks[operationId].some(isCited));
  const events = triggerEvents.filter((event) =>
    [...eventChecks[event].ofMessage, ...eventChecks[event].ofRule].some(isCited),
  );
  const judges = [
    ...(checks.length > 0 ? [`${JUDGES}/exchange-checks.ts`] : []),
    ...events.map((event) => `${JUDGES}/events/${kebab(event)}.ts`),
  ];
  const settings = (openFacts.facts as OpenFact[]).flatMap(({ setting, affects }) =>
    setting !== undefined && affects?.includes(id) ? [setting] : [],
  );
  const breaking = faults.filter((fault) => fault.clause === id).map((fault) => fault.id);
  return tenLines((most) => {
    const rows: EntryRow[] = [
      ['source', source],
      ...named('schema of', schemas, most),
      ...named('call', calls, most),
      ...named('check on', [...checks, ...events], most),
      ...named('judge', judges, most),
      ...named('depends on', settings, most > 1 ? 2 * most : 1),
      ...named('proven by', proofs, most),
      ...named('faults', breaking, Math.min(most, 2)),
      ...(level === 'excluded' ? named('excluded', [reason ?? ''], 1) : []),
      ...(level === 'excluded' ? [] : named('proof', [`npm run verify -- --only ${id}`], 1)),
    ];
    return entryText(`${id}, a clause of ${area} (${level})`, says, rows);
  });
}

/** The folder of the judges. */
const JUDGES = 'contracts/src/judge';

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

/** A key of the test data of a target: what requests hold, and where. */
export function explainTestData(row: (typeof testDataRows)[number]): string {
  const { key, meaning, default: value, choices, example, fills = [] } = row;
  return tenLines((most) =>
    entryText(`${key}, test data of a target`, meaning, [
      ['default', capped((Array.isArray(value) ? value : [value]).map(settingText), most)],
      ['choices', choices],
      ...(fills.length === 0 ? [] : [['fills', capped(fills, most)] as const]),
      ['target file', `testData: { ${key}: ${settingText(example)} }`],
    ]),
  );
}

/** What a fault does, which clause it breaks, at which hook with which edit, and how to run it. */
export function explainFault(fault: FaultRow): string {
  const { id, clause, says, hook, sees, of = [], on, edit, unobservable } = fault;
  const broken = ledger.clauses.find((row) => row.id === clause);
  return tenLines((most) => {
    const rows: EntryRow[] = [
      // Where lines are scarce, the id is enough: `explain` prints its sentence.
      ['breaks', most === 1 || broken === undefined ? clause : `${clause}: ${broken.says}`],
      ['hook', `${hook}${on === 'refusal' ? ', where it refuses' : ''}; seen by ${sees}`],
      ...named('of', of, most),
      ['edit', settingText(edit)],
      ...(unobservable === undefined ? [] : [['unseen', unobservable] as const]),
      ['run', `npm run faults -- --only ${id}`],
    ];
    return entryText(`${id}, a fault of ${fault.class}`, `The provider ${says}.`, rows);
  });
}

const OPERATIONS = Object.entries(operations) as [OperationId, (typeof operations)[OperationId]][];
const AREAS = [...new Set(ledger.clauses.map(({ area }) => area))];
const CALLERS = {
  no: 'without a token',
  client: 'with the token of a client',
  user: 'with the token of a user',
};
const WORD = /^[\w .-]{3,60}$/;

/**
 * What is neither a clause nor a field: an operation by its id, its path or `POST /users`; a trigger event; an area; a
 * status such as 451; else a word of clauses, such as WEB_FORM_REQUIRED. With every clause about it; undefined for a word
 * of none.
 */
export function explainTopic(name: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  const operation = OPERATIONS.find(([id, { method, path }]) =>
    [id, path, `${method} ${path}`].some((other) => other.toLowerCase() === wanted),
  );
  if (operation) return explainOperation(...operation);
  const event = triggerEvents.find((known) => known.toLowerCase() === wanted);
  if (event) {
    const file = kebab(event);
    const own = clausesWith((clause) => clause.event === file);
    const fires = own.find(({ id }) => id.endsWith('-FIRES'))?.says ?? own[0]?.says ?? '';
    const files = [`openapi/messages/${file}.yaml`, `${JUDGES}/events/${file}.ts`];
    return topicText(`${event}, a trigger event`, fires, [['files', files.join(', ')]], own);
  }
  if (AREAS.includes(wanted)) {
    const own = clausesWith(({ area }) => area === wanted);
    return topicText(`${wanted}, an area`, `It has ${count(own.length, 'clause')}.`, [], own);
  }
  if (!WORD.test(wanted)) return undefined;
  const answering = OPERATIONS.filter(([, { answers }]) => wanted in answers).map(([id]) => id);
  const found = new RegExp(`(?<![\\w-])${wanted.replaceAll('.', '\\.')}(?![\\w-])`, 'i');
  const own = clausesWith(({ says }) => found.test(says));
  const fields = fieldsWithWord(wanted);
  if (answering.length + own.length + fields.length === 0) return undefined;
  const rows: EntryRow[] = [...named('answers', answering, 9), ...named('value of', fields, 9)];
  return topicText(
    name,
    `${count(own.length, 'clause')} ${own.length === 1 ? 'says' : 'say'} it.`,
    rows,
    own,
  );
}

/** The names that `explainTopic` knows, for suggestions and for the list of what can be asked. */
export const topics = {
  operations: OPERATIONS.map(([id, { method, path }]) => ({ id, call: `${method} ${path}` })),
  areas: AREAS,
};

function explainOperation(
  id: OperationId,
  { method, path, token, document, answers }: (typeof operations)[OperationId],
) {
  const own = clausesOf(id);
  const where = `${method} ${path} of ${document === 'access' ? 'the access API' : 'Web Form V2'}, called ${CALLERS[token]}.`;
  const rows: EntryRow[] = [
    ['answers', Object.keys(answers).join(', ')],
    ['files', `openapi/${document}.yaml, ${JUDGES}/exchange-checks.ts`],
  ];
  return topicText(
    `${id}, an operation`,
    where,
    rows,
    clausesWith((clause) => own.has(clause.id)),
  );
}

/** The clauses that an exchange of the operation can show. */
function clausesOf(id: OperationId): ReadonlySet<string> {
  const schemas = Object.keys(open).filter((name) => name.startsWith(`${id}.`));
  const checks = exchangeChecks[id].map(({ clause }) => clause);
  return new Set<string>([...clausesOfCall(id), ...clausesOfSchemas(schemas), ...checks]);
}

function clausesWith(isMeant: (clause: Clause) => boolean): Clause[] {
  return (ledger.clauses as Clause[]).filter(isMeant);
}

function topicText(
  title: string,
  sentence: string,
  rows: readonly EntryRow[],
  clauses: readonly Clause[],
): string {
  return entryText(title, sentence, [...rows, ...clauses.map(({ id, says }): EntryRow => [id, says])]);
}

function kebab(event: string): string {
  return event.toLowerCase().replaceAll('_', '-');
}

/** A row with the first names; none without a name. */
function named(label: string, names: readonly string[], most: number): EntryRow[] {
  return names.length === 0 ? [] : [[label, capped(names, most)]];
}
