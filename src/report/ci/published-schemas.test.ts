// What CI servers read is valid by the schemas that their formats publish, whatever the verdict and whatever a provider sent.
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { readYaml } from '../../../scripts/project.ts';
import { situations } from '../../test-support/sample-results.ts';
import { junit } from './junit.ts';

const NASTY = 'a\u0000\u001b[31m\ud800 ]]> </testcase> & " [x](https://evil.example) {0} \n::error::x';
const { green, violated } = situations;
const nasty = {
  ...violated,
  target: 'nasty',
  cases: violated.cases.map((result) => ({ ...result, says: NASTY, reason: NASTY })),
  clauses: violated.clauses.map((result) => ({ ...result, ...(result.message && { message: NASTY }) })),
};

for (const [name, report] of Object.entries({ ...situations, nasty })) {
  test(`junit.xml is valid JUnit as Jenkins reads it: ${name}`, async () => {
    const { errors } = await validateXML({
      xml: { fileName: 'junit.xml', contents: junit([report, green]) },
      schema: published('junit-10.xsd'),
    });
    expect(errors).toEqual([]);
  });
}

test('action.yml is valid by the schema of GitHub actions', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.validate(JSON.parse(published('github-action.json')), readYaml('action.yml'));
  expect(ajv.errors).toBeNull();
});

function published(name: string): string {
  return readFileSync(new URL(`../../test-support/ci-schemas/${name}`, import.meta.url), 'utf8');
}
