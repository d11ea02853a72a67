/** What is decided of a move to Web Form V2: options and a file of `assess`, `migrate` and `compare`, and the file to fill in. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { withProblems } from '../../../contracts/src/base/errors.ts';
import { oneLine } from '../../../contracts/src/base/text.ts';
import { refusesCurrency } from '../../../contracts/src/migration/converters.ts';
import type { FieldResult } from '../../../contracts/src/migration/mapping-engine.ts';
import { isNamed, type MigrationDecisions } from '../../../contracts/src/migration/migration-decisions.ts';
import type { Readiness } from '../../evidence/readiness.ts';
import { schemaProblems } from '../../runner/targets/target-problems.ts';
import { parsedYaml, withLines } from '../../runner/targets/yaml-text.ts';
import { compiled } from '../../schemas/compile-schema.ts';
import { inputText } from '../input-files.ts';
import schema from './decisions.schema.json' with { type: 'json' };

export interface DecisionOptions {
  readonly currency?: string;
  readonly drop?: readonly string[];
  readonly decisions?: string;
}

/** What is decided, and the fields of `--drop`, and those that the file drops, that no request had so far. */
export interface Decided extends MigrationDecisions {
  readonly unmet: Set<string>;
  readonly unmetInFile: Set<string>;
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

/** Those of the file with those of the options. Throws InputError, which names the place, for a file that is wrong. */
export async function decisionsOf({ currency, drop = [], decisions }: DecisionOptions): Promise<Decided> {
  const file = decisions === undefined ? {} : await decisionsIn(decisions);
  return {
    ...file,
    currency: currency ?? file.currency,
    drop: [...(file.drop ?? []), ...drop],
    unmet: new Set(drop),
    unmetInFile: new Set(file.drop?.filter((field) => typeof field === 'string')),
  };
}

/** Takes the names of these fields, and of what holds them, out of `unmet`. */
export function meet(unmet: Set<string>, fields: readonly Pick<FieldResult, 'request' | 'from'>[]): void {
  if (unmet.size === 0) return;
  for (const { request, from } of fields)
    for (let pointer = from ?? ''; pointer !== ''; pointer = pointer.slice(0, pointer.lastIndexOf('/')))
      for (const name of unmet) if (isNamed(name, pointer, request)) unmet.delete(name);
}

/** One for each field of `--drop` that no request had. */
export function unmetLines({ unmet }: Pick<Decided, 'unmet'>, from = '--drop'): string[] {
  return [...unmet].map((name) => `${from} ${oneLine(name)}: no request has this field.`);
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
