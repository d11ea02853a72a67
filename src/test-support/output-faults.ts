/** What is wrong with an output by the schema that is published for it: what the tests of outputs ask. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';

export const OUTPUTS = fileURLToPath(new URL('../../contracts/outputs', import.meta.url));

const ajv = new Ajv2020({ strict: true, allErrors: true });

/** `name` is that of its schema, `run` for one. Each fault as its place and what is wrong there. */
export function outputFaults(name: string, output: unknown): string[] {
  const schema = JSON.parse(readFileSync(`${OUTPUTS}/${name}.output.json`, 'utf8'));
  const validate = ajv.compile(sealed(schema) as object);
  validate(output);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Fields that the schema does not list are faults, too. */
function sealed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(sealed);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, sealed(value)]));
  const isObject = 'properties' in copy && [copy['type']].flat().includes('object');
  return isObject ? { additionalProperties: false, ...copy } : copy;
}
