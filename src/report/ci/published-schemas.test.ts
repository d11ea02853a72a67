// What CI servers read is valid by the schemas that their formats publish, whatever the verdict and whatever a provider sent.
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { readYaml } from '../../../scripts/project.ts';
import { situations } from '../../test-support/sample-results.ts';
import { ctrf } from './ctrf.ts';
import { junit } from './junit.ts';
import { sarif } from './sarif.ts';

// One pattern of SARIF is none under the u flag; no text of ours has to be of a `format`.
const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false });
const compiled = new Map<string, ValidateFunction>();
const NASTY = 'a\u0000\u001b[31m\ud800 ]]> </testcase> & " [x](https://evil.example) {0} \n::error::x';
const { green, violated } = situations;
const nasty = {
  ...violated,
  target: 'nasty',
  cases: violated.cases.map((result) => ({ ...result, says: NASTY, reason: NASTY })),
  clauses: violated.clauses.map((result) => ({ ...result, ...(result.message && { message: NASTY }) })),
};

for (const [name, report] of Object.entries({ ...situations, nasty })) {
  test(`the files of a run are valid CTRF, SARIF 2.1.0 and JUnit as Jenkins reads it: ${name}`, async () => {
    const reports = [report, green];
    expect(faults('ctrf-0.0.json', JSON.parse(ctrf(reports)))).toEqual([]);
    expect(faults('sarif-2.1.0.json', JSON.parse(sarif(reports)))).toEqual([]);
    expect(await xmlFaults(junit(reports))).toEqual([]);
  });
}

test('action.yml is valid by the schema of GitHub actions', () => {
  expect(faults('github-action.json', readYaml('action.yml'))).toEqual([]);
});

function faults(schema: string, document: unknown): unknown[] {
  const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(published(schema)));
  compiled.set(schema, validate);
  validate(document);
  return validate.errors ?? [];
}

async function xmlFaults(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'junit.xml', contents: xml },
    schema: published('junit-10.xsd'),
  });
  return errors.map(({ message }) => message);
}

function published(name: string): string {
  return readFileSync(new URL(`../../test-support/ci-schemas/${name}`, import.meta.url), 'utf8');
}
