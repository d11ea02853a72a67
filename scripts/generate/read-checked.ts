/** Reads the hand-written files in contracts/, checked by their schemas in contracts/yaml-schemas/, which editors use, too. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { InputError } from '../../src/base/errors.ts';
import { PROJECT, readYaml } from '../project.ts';

const SCHEMAS = join(PROJECT, 'contracts/yaml-schemas');
export type FileFormat =
  | 'clauses'
  | 'event-clauses'
  | 'not-shown'
  | 'test-data'
  | 'faults'
  | 'event-faults'
  | 'variants'
  | 'mapping'
  | 'codes';

const ajv = new Ajv2020({ strictTypes: false, strictRequired: false });
for (const name of readdirSync(SCHEMAS)) ajv.addSchema(JSON.parse(readFileSync(join(SCHEMAS, name), 'utf8')));

/** The content of a YAML file of this format. */
export function readChecked<Content>(path: string, format: FileFormat): Content {
  return checked(path, readYaml(path), format);
}

/** Returns the content. Throws InputError, which says where the file breaks the schema. */
export function checked<Content>(path: string, content: unknown, format: FileFormat): Content {
  if (ajv.validate(`${format}.schema.json`, content)) return content as Content;
  throw new InputError(`${path} breaks contracts/yaml-schemas/${format}.schema.json: ${ajv.errorsText()}`);
}

/** The names of the YAML files of a folder, sorted. */
export function yamlFiles(folder: string): string[] {
  const files = readdirSync(join(PROJECT, folder)).filter((name) => name.endsWith('.yaml'));
  return files.sort();
}
