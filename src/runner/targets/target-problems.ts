/** Says what is wrong with the content of a target file and what to write. It repeats no value, which may be a secret. */
import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import files from '../../../contracts/generated/validators/files.js';
import open from '../../../contracts/generated/validators/open.js';
import { isObject, member } from '../../../contracts/src/base/json-value.ts';
import { errorsOf, placesOf, type SchemaError } from '../../../contracts/src/base/schema.ts';
import { problemLine } from '../../../contracts/src/base/schema-problem.ts';
import { nearest, settingText } from '../../../contracts/src/base/text.ts';

const targetFile = files['target-file'];

/** Every problem as part of a sentence; none for a good file. `partly`: what only a run needs may be missing. */
export function targetProblems(content: unknown, partly: boolean): string[] {
  if (!isObject(content)) {
    const why = content === null || content === undefined ? 'it is empty' : 'it has no keys with values';
    return [`${why}; init writes one`];
  }
  const errors = errorsOf(targetFile, content).filter(({ keyword }) => !(partly && keyword === 'required'));
  return [
    ...new Set(errors.map((error) => problemLine(error, 'it') + hint(error, content))),
    ...ADDRESSES.filter((name) => hasQuery(content[name])).map(
      (name) => `${name} has a query, which no call keeps; end it before the ? or #`,
    ),
    ...settingsProblems(member(content, 'settings')),
    ...deviationProblems(member(content, 'deviations')),
  ];
}

const ADDRESSES = ['accessUrl', 'webFormUrl', 'controlUrl'];

function hasQuery(address: unknown): boolean {
  return typeof address === 'string' && URL.canParse(address) && /[?#]/.test(address);
}

/** What was probably meant, or what to write; '' where the problem says so itself. */
function hint(error: SchemaError, content: unknown): string {
  const { instancePath, keyword, params } = error;
  const place = placesOf(targetFile.schema, error).at(-1);
  if (keyword === 'additionalProperties') {
    const name = `${params['additionalProperty']}`;
    const [home] =
      Object.entries(targetFile.schema.properties ?? {}).find(
        ([, it]) => it.properties && Object.hasOwn(it.properties, name),
      ) ?? [];
    return (
      meantText(name, Object.keys(place?.properties ?? {})) || (home ? `; it belongs under ${home}` : '')
    );
  }
  if (keyword === 'enum') {
    const found = instancePath.split('/').slice(1).reduce<unknown>(member, content);
    return meantText(`${found}`, (params['allowedValues'] as unknown[]).map(String));
  }
  if (!place?.examples) return '';
  const example = settingText(place.examples[0]);
  return keyword === 'required' ? `; write ${params['missingProperty']}: ${example}` : `, such as ${example}`;
}

function meantText(name: string, names: readonly string[]): string {
  const meant = nearest(name, names);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

function deviationProblems(deviations: unknown): string[] {
  const ids = ledger.clauses.map(({ id }) => id);
  return [deviations]
    .flat()
    .map((deviation) => member(deviation, 'clause'))
    .filter((clause) => typeof clause === 'string' && !ids.includes(clause))
    .map((clause) => `the deviation ${clause} is not a clause${meantText(`${clause}`, ids)}`);
}

const TIME = /"format":"(date|envelope-time|german-time|web-form-time)"/;

/** What the schema cannot find: names that are no documented field. A mistyped one would tolerate nothing, silently. */
function settingsProblems(settings: unknown): string[] {
  const namesIn = (setting: string) => {
    const named = member(settings, setting);
    return isObject(named) ? Object.keys(named) : [];
  };
  const [aliases, times] = [namesIn('fieldAliases'), namesIn('toleratedTimeFormats')];
  if (aliases.length + times.length === 0) return [];
  const fields = receivedFields();
  const problemWith = (setting: string, name: string): string[] => {
    const schemas = fields.get(name);
    if (schemas === undefined)
      return [
        `settings.${setting} names ${name}, which is not a field of a documented answer or message${meantText(name, [...fields.keys()])}`,
      ];
    return setting === 'fieldAliases' || TIME.test(schemas)
      ? []
      : [`settings.${setting} names ${name}, which is not a time`];
  };
  return [
    ...aliases.flatMap((name) => problemWith('fieldAliases', name)),
    ...times.flatMap((name) => problemWith('toleratedTimeFormats', name)),
  ];
}

/** The fields of answers, messages and decrypted details, each with its schemas as text. */
function receivedFields(): Map<string, string> {
  const fields = new Map<string, string>();
  const gather = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, part] of Object.entries(node)) {
      if (key === 'properties') {
        for (const [name, field] of Object.entries(part as object))
          fields.set(name, (fields.get(name) ?? '') + JSON.stringify(field));
      }
      gather(part);
    }
  };
  for (const [name, { schema }] of Object.entries(open)) if (!name.endsWith('.request')) gather(schema);
  return fields;
}
