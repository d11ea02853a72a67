/** What `explain` prints for a clause, an open fact and a fault, each in a few lines, and for what several clauses are about. */
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import targetSchema from '../../contracts/generated/target-file.schema.json' with { type: 'json' };
import type { testDataRows } from '../../contracts/generated/test-data.ts';
import open from '../../contracts/generated/validators/open.js';
import type { Clause, OpenFact } from '../../contracts/src/base/ledgers.ts';
import { count, settingText } from '../../contracts/src/base/text.ts';
import { exchangeChecks } from '../../contracts/src/judge/exchange-checks.ts';
import { eventChecks } from '../../contracts/src/judge/judge-message.ts';
import { clausesOfCall, clausesOfSchemas, type OperationId } from '../../contracts/src/judge/operation.ts';
import type { FaultRow } from '../faults/fault-row.ts';
import { faultRows } from '../faults/fault-rows.ts';
import { fieldsWithWord } from './explain-field.ts';
import { choicesText, clausesInWords, type EntryRow, entryText, someOf } from './explain-text.ts';

const OPERATIONS = Object.entries(operations) as [OperationId, (typeof operations)[OperationId]][];
const CLAUSES = ledger.clauses as Clause[];
const JUDGES = 'contracts/src/judge';
const JUDGE_OF_CALLS = `${JUDGES}/exchange-checks.ts`;

/** At most twelve lines: its sentence, what states, proves and breaks it. `proofs` are files, each with its number of cases. */
export function explainClause(
  { id, area, says, source, excluded }: Clause,
  proofs: readonly string[],
): string {
  const isThis = (one: string) => one === id;
  const isCited = (check: { readonly clause: string }) => check.clause === id;
  const schemas = Object.keys(open).filter((name) => clausesOfSchemas([name]).some(isThis));
  const ids = OPERATIONS.map(([operationId]) => operationId);
  const calls = ids.filter((operationId) => clausesOfCall(operationId).some(isThis));
  const checks = ids.filter((operationId) => exchangeChecks[operationId].some(isCited));
  const events = triggerEvents.filter((event) =>
    [...eventChecks[event].ofMessage, ...eventChecks[event].ofRule].some(isCited),
  );
  const judges = [...(checks.length > 0 ? [JUDGE_OF_CALLS] : []), ...events.map(judgeOf)];
  const settings = (openFacts.facts as OpenFact[]).flatMap(({ setting, affects }) =>
    setting !== undefined && affects?.includes(id) ? [setting] : [],
  );
  const breaking = faultRows.filter(isCited).map((fault) => fault.id);
  return entryText(`${id}, a clause of ${area}`, says, [
    ['source', source],
    ['schema of', someOf(schemas)],
    ['call', someOf(calls)],
    ['check on', someOf([...checks, ...events])],
    ['judge', someOf(judges)],
    ['depends on', someOf(settings)],
    ['proven by', someOf(proofs)],
    ['faults', someOf(breaking, 2)],
    excluded ? ['excluded', excluded] : ['proof', `npm run verify -- --target sandbox --only ${id}`],
  ]);
}

/** A fact that the documentation does not show, its setting, and which clauses that affects. */
export function explainFact({ id, fact, source, setting, affects = [], ...rest }: OpenFact): string {
  if (setting === undefined)
    return entryText(`${id}, a fact that is not shown, out of contract`, fact, [
      ['left open', source],
      ['no check', rest.outOfContract],
    ]);
  return entryText(`${setting}, the setting of ${id}`, fact, [
    ['left open', source],
    ['default', settingText(rest.default)],
    ['choices', choicesText(rest)],
    ['affects', clausesInWords(affects)],
    ['target file', `settings: { ${setting}: ${settingText(rest.example)} }`],
  ]);
}

/** A key of the test data of a target: what requests hold, and where. */
export function explainTestData(row: (typeof testDataRows)[number]): string {
  const { key, meaning, default: value, choices, example, fills = [] } = row;
  return entryText(`${key}, test data of a target`, meaning, [
    ['default', someOf([value].flat().map(settingText)) ?? ''],
    ['choices', choices],
    ['fills', someOf(fills)],
    ['target file', `testData: { ${key}: ${settingText(example)} }`],
  ]);
}

/** What a fault does, which clause it breaks, at which hook with which edit, and how to run it. */
export function explainFault(fault: FaultRow): string {
  const { id, clause, says, hook, sees, of = [], on, edit, unobservable } = fault;
  const broken = CLAUSES.find((row) => row.id === clause);
  return entryText(`${id}, a fault of ${fault.class}`, `The provider ${says}.`, [
    ['breaks', broken === undefined ? clause : `${clause}: ${broken.says}`],
    ['hook', `${hook}${on === 'refusal' ? ', where it refuses' : ''}; seen by ${sees}`],
    ['of', someOf(of)],
    ['edit', settingText(edit)],
    ['unseen', unobservable],
    ['run', `npm run faults -- --only ${id}`],
  ]);
}

const AREAS = [...new Set(CLAUSES.map(({ area }) => area))];
const CALLERS = {
  no: 'without a token',
  client: 'with the token of a client',
  user: 'with the token of a user',
};

type TargetKey = { readonly description: string; readonly properties?: object };
const TARGET_KEYS = Object.entries<TargetKey>(targetSchema.properties);

/** The keys at the top of a target file. */
export const targetKeys = TARGET_KEYS.map(([key]) => key);

/** A key of a target file, as its schema describes it; undefined for another name. */
export function explainTargetKey(name: string): string | undefined {
  const found = TARGET_KEYS.find(([key]) => key.toLowerCase() === name.toLowerCase());
  if (!found) return undefined;
  const [key, { description, properties }] = found;
  const keys = properties && Object.keys(properties).join(', ');
  return entryText(`${key}, a key of the target file`, description, [['has', keys]]);
}

const WORD = /^[\w .-]{3,60}$/;

/** An operation, a trigger event, an area, a status or a word of clauses, with every clause about it; undefined for no such word. */
export function explainTopic(name: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  const operation = OPERATIONS.find(([id, { method, path }]) =>
    [id, path, `${method} ${path}`].some((other) => other.toLowerCase() === wanted),
  );
  if (operation) return explainOperation(...operation);
  const event = triggerEvents.find((known) => known.toLowerCase() === wanted);
  if (event) {
    const own = CLAUSES.filter((clause) => clause.event === kebab(event));
    const fires = own.find(({ id }) => id.endsWith('-FIRES'))?.says ?? own[0]?.says ?? '';
    const files = `openapi/messages/${kebab(event)}.yaml, ${judgeOf(event)}`;
    return topicText(`${event}, a trigger event`, fires, [['files', files]], own);
  }
  if (AREAS.includes(wanted)) {
    const own = CLAUSES.filter(({ area }) => area === wanted);
    return topicText(`${wanted}, an area`, `It has ${count(own.length, 'clause')}.`, [], own);
  }
  if (!WORD.test(wanted)) return undefined;
  const answering = OPERATIONS.filter(([, { answers }]) => Object.hasOwn(answers, wanted)).map(([id]) => id);
  const found = new RegExp(`(?<![\\w-])${wanted.replaceAll('.', '\\.')}(?![\\w-])`, 'i');
  const own = CLAUSES.filter(({ says }) => found.test(says));
  const fields = fieldsWithWord(wanted);
  if (answering.length + own.length + fields.length === 0) return undefined;
  const rows: EntryRow[] = [
    ['answers', someOf(answering, 9)],
    ['value of', someOf(fields, 9)],
  ];
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
  const schemas = Object.keys(open).filter((name) => name.startsWith(`${id}.`));
  const checks = exchangeChecks[id].map(({ clause }) => clause);
  const shown: readonly string[] = [...clausesOfCall(id), ...clausesOfSchemas(schemas), ...checks];
  const where = `${method} ${path} of ${document === 'access' ? 'the access API' : 'Web Form V2'}, called ${CALLERS[token]}.`;
  const rows: EntryRow[] = [
    ['answers', Object.keys(answers).join(', ')],
    ['files', `openapi/${document}.yaml, ${JUDGE_OF_CALLS}`],
  ];
  const own = CLAUSES.filter((clause) => shown.includes(clause.id));
  return topicText(`${id}, an operation`, where, rows, own);
}

function topicText(
  title: string,
  sentence: string,
  rows: readonly EntryRow[],
  clauses: readonly Clause[],
): string {
  return entryText(title, sentence, [...rows, ...clauses.map(({ id, says }): EntryRow => [id, says])]);
}

function judgeOf(event: string): string {
  return `${JUDGES}/events/${kebab(event)}.ts`;
}

function kebab(event: string): string {
  return event.toLowerCase().replaceAll('_', '-');
}
