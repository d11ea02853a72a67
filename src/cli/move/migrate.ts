/** The verb `migrate`: writes the Web Form V2 requests that replace V1 requests. */

import { Command } from 'commander';
import { operations } from '../../../contracts/generated/operations.ts';
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { flowKinds, flows } from '../../../contracts/src/base/flows.ts';
import { anyItem } from '../../../contracts/src/base/json-value.ts';
import { count, oneLine } from '../../../contracts/src/base/text.ts';
import { mappingPath } from '../../../contracts/src/migration/content.ts';
import { type FieldResult, hasNoPlace, isBlocking } from '../../../contracts/src/migration/mapping-engine.ts';
import { table } from '../../../contracts/src/migration/mapping-table.ts';
import { CheckFailed, UsageError } from '../../base/errors.ts';
import { droppedValue } from '../../evidence/readiness.ts';
import { whyBodiless } from '../../evidence/recorded-flows.ts';
import { fieldLines } from '../../report/field-table.ts';
import { exitCode } from '../exit-codes.ts';
import { LineOutput } from '../line-output.ts';
import { helpText } from '../options.ts';
import { FewLines, isRecording, sourceText, Tally } from '../recordings/recording-files.ts';
import { say } from '../terminal-text.ts';
import { type Decided, type DecisionOptions, decisionsOf, withDecisions } from './decisions.ts';
import { leftOutText, readFlows } from './recorded/read-flows.ts';
import { requestOf, v1Kind } from './request-files.ts';

export function migrateCommand(): Command {
  return withDecisions(
    new Command('migrate'),
    'currency of the amounts, which V1 never carried: three capitals',
  )
    .description(
      'Write the Web Form V2 request that replaces a V1 request, and say field by field what is lost.',
    )
    .argument(
      '<files...>',
      'JSON file: the body of a V1 import or of a V1 payment creation; or recordings, see below',
    )
    .addHelpText('after', helpText('migrate'))
    .action(migrate);
}

async function migrate(files: readonly string[], options: DecisionOptions): Promise<void> {
  const decided = await decisionsOf(options);
  const [file = ''] = files;
  if (files.length > 1 || (await isRecording(file))) return migrateRecorded(files, decided);
  const request = await requestOf(file);
  const { v2, fields } = decided.migrated(v1Kind(request), request.body);
  decided.sayNulls();
  const [unmet] = decided.unmetLines();
  if (unmet !== undefined) throw new UsageError(unmet);
  process.stderr.write(`${fieldLines(fields, false).join('\n')}\n\n`);
  const missing = whatIsMissing(fields).map((line) => `${file}: ${line}`);
  const last = missing.pop();
  for (const line of missing) say(line);
  if (last !== undefined) throw new CheckFailed(last);
  process.stdout.write(`${writeJson(v2, 2)}\n`);
  say(`1 request migrated, ${notesOn(fields)}`);
}

/** Whether a decision settles it. */
function isOpen({ row, verdict, message }: FieldResult): boolean {
  return row === null || hasNoPlace(row) || (verdict === 'dropped' && message !== '');
}

/** In characters, of a value that is repeated as an entry of decisions. */
const LONGEST_WORD = 80;

/** Why the request cannot be written and what to do: one line for all undecided amounts, one for each other field. */
function whatIsMissing(fields: readonly FieldResult[]): string[] {
  const undecided = fields.filter(({ from, verdict }) => from === null && verdict === 'needs-decision');
  const others = fields.filter((field) => isBlocking(field) && field.from !== null);
  const lines = others.slice(0, 20).map((field) => {
    const { request, from, value, verdict, message, row } = field;
    const place = oneLine(from ?? '');
    const named = placeIn(field);
    const isWord = typeof value === 'string' && value.length <= LONGEST_WORD && table.codes[row?.by ?? ''];
    const drop =
      value === null || isWord
        ? `: put "- ${droppedValue(mappingPath(from ?? ''), value)}" under drop in --decisions if it may be lost`
        : '';
    if (verdict === 'wrong-value') return `${place} ${message}${drop}.`;
    const why =
      verdict === 'undocumented' ? 'is not documented, so no V2 field receives it' : 'has no V2 counterpart';
    const option = request === 'submit' ? `'${named}'` : place;
    return `${named} ${why}: pass --drop ${option} if it may be lost.`;
  });
  if (others.length > lines.length)
    lines.push(`${others.length - lines.length} more fields cannot be carried.`);
  if (undecided.length > 0) {
    const amounts = `${count(undecided.length, 'amount')} need${undecided.length === 1 ? 's' : ''} a currency`;
    lines.push(`${amounts}, which V1 never carried: pass --currency, such as --currency EUR.`);
  }
  return lines;
}

function placeIn({ request, from }: FieldResult): string {
  const place = oneLine(from ?? '');
  return request === 'submit' ? `submit ${place}` : place;
}

/** What the requests lose, and what deserves a look. */
function notesOn(fields: readonly FieldResult[]): string {
  if (fields.length === 0) return 'which carries no field.';
  const losing = fields.filter((field) => field.loss !== 'nothing');
  const losses = losing.length === 0 ? 'nothing lost' : `with a loss in ${count(losing.length, 'field')}`;
  const check = toCheck(fields);
  return check === undefined ? `${losses}.` : `${losses}. Please check: ${check}`;
}

/** The first field that deserves a look, and how many others; undefined where none does. What is decided does not. */
function toCheck(fields: readonly FieldResult[]): string | undefined {
  const [first, ...others] = fields.filter(
    (field) => field.message !== '' && !isBlocking(field) && !isOpen(field),
  );
  const more = others.length > 0 ? ` (and ${count(others.length, 'field')} more)` : '';
  return first && `${first.from} ${first.message}${more}.`;
}

/**
 * Sets the exit code: 0 where every V1 flow is migrated, 1 where one is not, 2 where there is none, a part is broken or not
 * recorded, or the disk is full.
 */
async function migrateRecorded(files: readonly string[], decided: Decided): Promise<void> {
  const found = { submitted: 0, already: 0, losing: 0 };
  const written = new Map(flowKinds.map((kind) => [kind, 0]));
  const stuck = new FewLines();
  const bodiless = new FewLines();
  const noted = new FewLines();
  const settled = new Tally();
  const stdout = new LineOutput();
  const read = await readFlows(files, (flow) => {
    const { version, kind, source, body, submission } = flow;
    if (version === 'V2') return void found.already++;
    const place = sourceText(source);
    if (!body) return bodiless.add(`${place}: ${whyBodiless(flow)}.`);
    const { v2, fields } = decided.migrated(kind, body, submission?.body);
    if (!v2) return stuck.add(`${place}: ${whatIsMissing(fields).join(' ')}`);
    written.set(kind, (written.get(kind) ?? 0) + 1);
    if (submission) found.submitted++;
    if (fields.some(({ loss }) => loss !== 'nothing')) found.losing++;
    for (const field of fields.filter(isOpen)) settled.add(`${field.verdict} ${anyItem(placeIn(field))}`);
    const check = toCheck(fields);
    if (check !== undefined) noted.add(`${place}: please check: ${check}`);
    const { method, path } = operations[flows[kind].v2];
    stdout.write(`${writeJson({ source, request: { method, url: path, body: v2 } })}\n`);
  });
  stuck.end('flows are not migrated');
  bodiless.end('requests cannot be read');
  noted.end('flows need a look');
  if (settled.counts.size > 0) say(`As decided: ${settled.text()}.`);
  decided.sayNulls();
  decided.unmetLines().forEach(say);
  const all = [...written.values()].reduce((sum, flows) => sum + flows);
  const kinds = [...written].map(([kind, flows]) => count(flows, kind)).join(', ');
  const parts = [
    `${count(all, 'V1 flow')} migrated: ${kinds} (${found.submitted} with a submission)`,
    stuck.all > 0 ? `; ${stuck.all} not migrated` : '',
    bodiless.all > 0 ? `; ${bodiless.all} without a readable request body` : '',
    found.losing > 0 ? `; with a loss in ${count(found.losing, 'flow')}` : '',
    found.already > 0 ? `; ${count(found.already, 'V2 request')} already there` : '',
  ];
  say(`${parts.join('')}${leftOutText(read)}.`);
  const unknown = read.isIncomplete || bodiless.all > 0 || !stdout.isComplete();
  process.exitCode = exitCode({ judged: all, wrong: stuck.all, unknown });
}
