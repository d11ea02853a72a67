/** `migrate` on recordings: each V1 flow becomes a line with the V2 request that replaces it, and where it was recorded. */

import { operations } from '../../../contracts/generated/operations.ts';
import { UsageError } from '../../../contracts/src/base/errors.ts';
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { count, oneLine } from '../../../contracts/src/base/text.ts';
import {
  type FieldResult,
  isBlocking,
  isNamed,
  type MigrationDecisions,
} from '../../../contracts/src/migration/mapping-engine.ts';
import { migrateImport, migratePayment } from '../../../contracts/src/migration/migrate-request.ts';
import { LineOutput } from '../line-output.ts';
import { FewLines, type FoundFlow, leftOutText, readFlows, sourceText } from './read-flows.ts';

/** Characters of output that are written at once. */
const CHUNK = 65_536;

/** Sets the exit code: 0 where every V1 flow is migrated, 1 where one is not, 2 where there is none, a part is broken or the disk is full. */
export async function migrateRecorded(
  files: readonly string[],
  decisions: MigrationDecisions,
  whyNot: (fields: readonly FieldResult[]) => string[],
): Promise<void> {
  const found = { import: 0, payment: 0, submitted: 0, already: 0, losing: 0 };
  const stuck = new FewLines();
  const noted = new FewLines();
  const unused = new Set(decisions.drop);
  const stdout = new LineOutput();
  let output = '';
  const migrate = ({ version, kind, call, submissions }: FoundFlow) => {
    if (version === 'V2') return void found.already++;
    const place = sourceText(call.source);
    const body = call.exactBody();
    if (!body) return stuck.add(`${place}: the request body was not recorded.`);
    const { v2, fields } = (kind === 'import' ? migrateImport : migratePayment)(body, decisions);
    for (const name of unused)
      if (fields.some(({ row, from }) => row === null && isNamed(name, from ?? ''))) unused.delete(name);
    if (!v2) return stuck.add(`${place}: ${whyNot(fields).join(' ')}`);
    found[kind]++;
    if (submissions.length > 0) found.submitted++;
    if (fields.some(({ loss }) => loss !== 'nothing')) found.losing++;
    const [warned, ...others] = fields.filter((field) => field.message !== '' && !isBlocking(field));
    const more = others.length > 0 ? ` (and ${count(others.length, 'field')} more)` : '';
    if (warned) noted.add(`${place}: please check: ${warned.from} ${warned.message}${more}.`);
    const operation = kind === 'import' ? 'createBankConnectionImport' : 'createStandalonePayment';
    const { method, path } = operations[operation];
    const source = { ...call.source, ...(submissions.length > 0 && { submissions }) };
    output += `${writeJson({ source, request: { method, url: path, body: v2 } })}\n`;
    if (output.length > CHUNK) {
      stdout.write(output);
      output = '';
    }
  };
  const read = await readFlows(files, migrate);
  stdout.write(output);
  stuck.end('flows are not migrated');
  noted.end('flows need a look');
  const all = found.import + found.payment;
  const [idle] = unused;
  if (idle !== undefined && all + stuck.all > 0)
    throw new UsageError(
      `--drop ${oneLine(idle)} decides nothing: no V1 request has an undocumented field there.`,
    );
  const payments = `${count(found.payment, 'payment')} (${found.submitted} with a submission)`;
  const parts = [
    `${count(all, 'V1 flow')} migrated: ${count(found.import, 'import')}, ${payments}`,
    stuck.all > 0 ? `; ${stuck.all} not migrated` : '',
    found.losing > 0 ? `; with a loss in ${count(found.losing, 'flow')}` : '',
    found.already > 0 ? `; ${count(found.already, 'V2 request')} already there` : '',
  ];
  process.stderr.write(`${parts.join('')}${leftOutText(read)}.\n`);
  const isWhole = stdout.isComplete();
  const isDone = stuck.all + read.orphans === 0;
  process.exitCode = !isDone ? 1 : all === 0 || read.broken > 0 || !isWhole ? 2 : 0;
}
