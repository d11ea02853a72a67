/** Says what is wrong with the content of a target file and what to write. It repeats no value, which may be a secret. */
import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import targetSchema from '../../../contracts/generated/target-file.schema.json' with { type: 'json' };
import open from '../../../contracts/generated/validators/open.js';
import { isObject, member, partsIn, pointerToken } from '../../../contracts/src/base/json-value.ts';
import {
  type Compiled,
  errorsOf,
  placesOf,
  type SchemaError,
  type SchemaNode,
} from '../../../contracts/src/base/schema.ts';
import { compiled } from '../../base/compile-schema.ts';
import { problemLine } from '../../base/problem-line.ts';
import { nearest, settingText } from '../../base/words.ts';
import type { Problem } from './yaml-text.ts';

const targetFile = compiled(targetSchema);

/** Every problem as part of a sentence; none for a good file. `partly`: what only a run needs may be missing. */
export function targetProblems(content: unknown, partly: boolean): Problem[] {
  if (!isObject(content)) {
    const why = content === null || content === undefined ? 'it is empty' : 'it has no keys with values';
    return [{ pointer: '', text: `${why}; init writes one` }];
  }
  return [
    ...schemaProblems(targetFile, content, partly),
    ...settingsProblems(member(content, 'settings')),
    ...deviationProblems(member(content, 'deviations')),
  ];
}

/** What breaks the schema of a file, and what to write. `partly`: what is required may be missing. */
export function schemaProblems(schema: Compiled, content: unknown, partly = false): Problem[] {
  const errors = errorsOf(schema, content).filter(({ keyword }) => !(partly && keyword === 'required'));
  return errors.map((error) => {
    const { additionalProperty: extra } = error.params;
    const pointer = error.instancePath + (extra === undefined ? '' : `/${pointerToken(`${extra}`)}`);
    return { pointer, text: problemLine(error, 'it') + hint(schema, error, content) };
  });
}

/** What was probably meant, or what to write; '' where the problem says so itself. */
function hint({ schema }: Compiled, error: SchemaError, content: unknown): string {
  const { instancePath, keyword, params } = error;
  const place = placesOf(schema, error).at(-1);
  if (keyword === 'additionalProperties') {
    const name = `${params['additionalProperty']}`;
    const [home] =
      Object.entries(schema.properties ?? {}).find(
        ([, it]) => it.properties && Object.hasOwn(it.properties, name),
      ) ?? [];
    const isOfTop = instancePath !== '' && Object.hasOwn(schema.properties ?? {}, name);
    const where = isOfTop ? 'at the top, without indentation' : home && `under ${home}`;
    return meantText(name, Object.keys(place?.properties ?? {})) || (where ? `; it belongs ${where}` : '');
  }
  if (keyword === 'enum') {
    const found = instancePath.split('/').slice(1).reduce<unknown>(member, content);
    return meantText(`${found}`, (params['allowedValues'] as unknown[]).map(String));
  }
  // The schema path of an error behind a $ref does not lead through the field that has it.
  const field = instancePath
    .split('/')
    .slice(1)
    .reduce<SchemaNode | undefined>((node, name) => node?.properties?.[name], schema);
  const examples = (keyword !== 'required' && field?.examples) || place?.examples;
  if (!examples) return '';
  const example = settingText(examples[0]);
  return keyword === 'required' ? `; write ${params['missingProperty']}: ${example}` : `, such as ${example}`;
}

function meantText(name: string, names: readonly string[]): string {
  const meant = nearest(name, names);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

function deviationProblems(deviations: unknown): Problem[] {
  const ids = ledger.clauses.map(({ id }) => id);
  return [deviations].flat().flatMap((deviation, index) => {
    const clause = member(deviation, 'clause');
    if (typeof clause !== 'string' || ids.includes(clause)) return [];
    const text = `unknown clause ${clause}${meantText(clause, ids)}`;
    return { pointer: `/deviations/${index}/clause`, text };
  });
}

/** What the schema cannot find: names that are no documented field. A mistyped one would tolerate nothing, silently. */
function settingsProblems(settings: unknown): Problem[] {
  const named = ['fieldAliases', 'toleratedTimeFormats'].flatMap((setting) => {
    const fields = member(settings, setting);
    return isObject(fields) ? Object.keys(fields).map((name) => [setting, name] as const) : [];
  });
  if (named.length === 0) return [];
  const fields = receivedFields();
  return named.flatMap(([setting, name]) => {
    const is = `settings.${setting} names ${name}, which is not a`;
    const isTime = fields.get(name);
    const pointer = `/settings/${setting}/${pointerToken(name)}`;
    if (isTime === undefined) {
      const meant = meantText(name, [...fields.keys()]);
      return { pointer, text: `${is} field of a documented response or message${meant}` };
    }
    return isTime || setting === 'fieldAliases' ? [] : { pointer, text: `${is} time` };
  });
}

const TIME = /"format":"(date|envelope-time|german-time|web-form-time)"/;

/** The fields of responses, messages and decrypted details, and whether each is a time. */
function receivedFields(): ReadonlyMap<string, boolean> {
  const fields = new Map<string, boolean>();
  const received = Object.entries(open).filter(([name]) => !name.endsWith('.request'));
  for (const { value } of partsIn(received.map(([, { schema }]) => schema)))
    for (const [name, field] of Object.entries(member(value, 'properties') ?? {}))
      fields.set(name, fields.get(name) || TIME.test(JSON.stringify(field)));
  return fields;
}
