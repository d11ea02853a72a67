/** What is decided of a move to Web Form V2: options and a file of `assess`, `migrate` and `compare`, and the file to fill in. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FlowKind } from '../../../contracts/src/base/flows.ts';
import { oneLine } from '../../../contracts/src/base/text.ts';
import { refusesCurrency } from '../../../contracts/src/migration/converters.ts';
import type { FieldResult } from '../../../contracts/src/migration/mapping-engine.ts';
import { migrateFlow } from '../../../contracts/src/migration/migrate-request.ts';
import { isNamed, type MigrationDecisions } from '../../../contracts/src/migration/migration-decisions.ts';
import { compiled } from '../../base/compile-schema.ts';
import { withProblems } from '../../base/errors.ts';
import { nullsLeftOut } from '../../evidence/assessment.ts';
import type { Readiness } from '../../evidence/readiness.ts';
import { schemaProblems } from '../../runner/targets/target-problems.ts';
import { parsedYaml, withLines } from '../../runner/targets/yaml-text.ts';
import { inputText } from '../input-files.ts';
import { Tally } from '../recordings/recording-files.ts';
import { say } from '../terminal-text.ts';
import schema from './decisions.schema.json' with { type: 'json' };

export interface DecisionOptions {
  readonly currency?: string;
  readonly drop?: readonly string[];
  readonly decisions?: string;
}

export function withDecisions(command: Command, currency: string): Command {
  return command
    .option('--decisions <file>', 'YAML file of all that is decided; assess --decisions-template writes it')
    .addOption(
      new Option('--currency <code>', currency).argParser((value: string) => {
        const reason = refusesCurrency(value);
        if (reason !== undefined) throw new InvalidArgumentError(`It ${reason}, such as EUR.`);
        return value;
      }),
    )
    .option(
      '--drop <field...>',
      "V1 fields without a V2 counterpart that may be lost: /note, moneyTransfers[].note, or 'submit interface'",
    );
}

const OPTION = '--drop';

/** What is decided, and what is to be said of the requests that it was applied to. */
function decidedBy(
  decisions: MigrationDecisions,
  dropped: Iterable<readonly [field: string, where: string]>,
) {
  /** The dropped fields that no request had so far, each with where it is dropped. */
  const unmet = new Map(dropped);
  /** Null members of requests, which are left out. Keys: their places. */
  const nulls = new Tally();
  /** Notes that a request had these fields, and what holds them. */
  const meet = (fields: readonly Pick<FieldResult, 'request' | 'from'>[]): void => {
    if (unmet.size === 0) return;
    for (const { request, from } of fields)
      for (let pointer = from ?? ''; pointer !== ''; pointer = pointer.slice(0, pointer.lastIndexOf('/')))
        for (const name of unmet.keys()) if (isNamed(name, pointer, request)) unmet.delete(name);
  };
  const addNulls = (bodies: readonly unknown[], fields?: readonly FieldResult[]): void => {
    for (const pointer of nullsLeftOut(bodies, fields)) nulls.add(oneLine(pointer));
  };
  const sayNulls = (): void => {
    if (nulls.counts.size > 0) say(`Null fields, which are left out: ${nulls.text()}.`);
  };
  /** What becomes of a V1 request. */
  const migrated = (kind: FlowKind, body: object, submission?: object) => {
    const result = migrateFlow(kind, decisions, body, submission);
    meet(result.fields);
    addNulls([body, submission], result.fields);
    return result;
  };
  /**
   * One for each field of `--drop` that no request had. A file may decide for several recordings: what one of them lacks
   * counts where a decision is missing.
   */
  const unmetLines = (isMissing = false): string[] =>
    [...unmet]
      .filter(([, where]) => isMissing || where === OPTION)
      .map(([name, where]) => `${where} ${oneLine(name)}: no request has this field.`);
  return { decisions, meet, addNulls, sayNulls, migrated, unmetLines };
}

export type Decided = ReturnType<typeof decidedBy>;

/** Joins the decisions of the file and the options. Throws InputError, which says where the file is wrong. */
export async function decisionsOf({ currency, drop = [], decisions }: DecisionOptions): Promise<Decided> {
  const file = decisions === undefined ? {} : await decisionsIn(decisions);
  const all = { ...file, currency: currency ?? file.currency, drop: [...(file.drop ?? []), ...drop] };
  const ofFile = file.drop?.filter((field) => typeof field === 'string') ?? [];
  const where = `${decisions}: drop`;
  const dropped = [
    ...ofFile.map((field) => [field, where] as const),
    ...drop.map((field) => [field, OPTION] as const),
  ];
  return decidedBy(all, dropped);
}

const decisionsFile = compiled(schema);

async function decisionsIn(file: string): Promise<MigrationDecisions> {
  const text = await inputText(file);
  const content = (await parsedYaml(file, text)) ?? {};
  const problems = schemaProblems(decisionsFile, content);
  if (problems.length > 0)
    throw withProblems(`${file} does not hold decisions`, await withLines(problems, text));
  const { currency, drop, keep, allow } = content as MigrationDecisions;
  return { currency, drop: drop ?? [], keep: keep ?? [], allow: allow ?? [] };
}

/** YAML in which each open decision is a comment: to take its # away decides it, with the space after it or without. */
export function decisionsTemplate({ decisions, noPlace }: Readiness): string {
  const points = [...decisions, ...noPlace];
  const linesOf = (key: 'currency' | 'drop' | 'allow') =>
    points.flatMap(({ decide, values, why }) =>
      decide?.key === key
        ? `${key === 'currency' ? '#currency: ' : '# - '}${decide.value}   # sent ${values}×: ${oneLine(why)}`
        : [],
    );
  const never = points.flatMap(({ decide, field, why, how }) =>
    decide ? [] : `# Not to be decided here: ${oneLine(field)}: ${why}; ${how}`,
  );
  return [
    '# What is decided of the move to Web Form V2: take the # away from what you decide.',
    ...linesOf('currency'),
    'drop: # V1 fields and values that may be lost',
    ...linesOf('drop'),
    'keep: # V1 fields that V2 gets under their own name: move them here from drop',
    'allow: # V2 fields that V1 never had',
    ...linesOf('allow'),
    ...never,
    '',
  ].join('\n');
}
