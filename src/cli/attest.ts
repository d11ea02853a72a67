/** The verb `attest`: states which verdicts a run had, for others to read, and checks such a statement. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command, Option } from 'commander';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { CheckFailed, InputError } from '../../contracts/src/base/errors.ts';
import { member, valueAt } from '../../contracts/src/base/json-value.ts';
import { attestation } from '../report/attestation.ts';
import { writeWholeFile } from '../report/write-files.ts';
import { inputBytes, inputText, readJsonFile } from './input-files.ts';
import { callerPath, outPath, shownPath } from './options.ts';

export function attestCommand(): Command {
  return new Command('attest')
    .description('Attest a run of verify: its versions, settings and verdicts, for you to publish.')
    .argument('<run>', 'the run.json of a whole run')
    .option('--out <file>', 'where the attestation goes (default: stdout)', outPath)
    .addOption(new Option('--check <attestation>', 'is this the attestation of the run?').conflicts('out'))
    .addHelpText(
      'after',
      `
The attestation is an in-toto Statement with the SHA-256 of run.json. It is not
signed: sign it with a tool of your own, such as cosign.
Exit 0: it is written, or is that of the run, whatever the verdicts are.
Exit 1: with --check, the run or the attestation was changed. Exit 2: the run is
a part, was interrupted, ended early by --bail, admits violations by --new, or
is of another version.

Examples:
  npm run -s attest -- reports/run.json --out attestation.json
  npm run -s attest -- reports/run.json --check attestation.json`,
    )
    .action(attest);
}

async function attest(
  file: string,
  { out, check }: { readonly out?: string; readonly check?: string },
): Promise<void> {
  const bytes = await inputBytes(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const made = async () =>
    attestation({ name: basename(file), text: await inputText(file), sha256 }, manifest.version);
  if (check !== undefined) return checkAttestation(check, file, sha256, made);
  const text = `${JSON.stringify(await made(), null, 2)}\n`;
  if (out === undefined) return void process.stdout.write(text);
  await writeWholeFile(callerPath(out), text);
  process.stdout.write(`${shownPath(out)}\n`);
}

/** The attestation is made again of the run, so a change of the attestation shows as well. */
async function checkAttestation(
  check: string,
  file: string,
  sha256: string,
  make: () => Promise<ReturnType<typeof attestation>>,
): Promise<void> {
  const { value } = await readJsonFile(check);
  const attested = valueAt(value, '/subject/0/digest/sha256');
  if (!attested.found) throw new InputError(`${check} is no attestation of a run.`);
  if (attested.value !== sha256)
    throw new CheckFailed(`${file} is not the run that ${check} attests: its SHA-256 is ${sha256}.`);
  const made = await make();
  const parts = ['_type', 'predicateType', 'predicate'] as const;
  const isChanged = parts.some((name) => !isDeepStrictEqual(member(value, name), made[name]));
  if (isChanged) throw new CheckFailed(`${check} was changed: it does not say what ${file} says.`);
  process.stdout.write(`${check} is the attestation of ${file}: ${made.predicate.outcome}.\n`);
}
