/** An attestation of a run: an in-toto Statement on the bytes of its run.json, with its verdicts. */
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { documentVersions } from '../../contracts/generated/operations.ts';
import { InputError } from '../../contracts/src/base/errors.ts';
import { withoutCredentials } from '../../contracts/src/base/redact.ts';
import { count } from '../../contracts/src/base/text.ts';
import { KNOWN } from '../runner/clause-results.ts';
import { BAILED } from '../runner/run-target.ts';
import { tally, VERDICTS } from './clause-counts.ts';
import { readResults } from './page/read-results.ts';
import type { TargetReport } from './run-json.ts';
import { outcomeOf, type RunStamp } from './run-outcome.ts';
import { isDefault } from './settings-used.ts';

const STATEMENT = 'https://in-toto.io/Statement/v1';
/** A type of its own: in-toto's test result has no word for what is unproven or out of reach. */
const PREDICATE = 'pkg:npm/bank-access-contracts#conformance/v1';
const ALL = ledger.clauses.filter(({ level }) => level !== 'excluded').map(({ id }) => id);

/** A run.json. */
export interface RunFile {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/** `version` is that of this program. Throws InputError for what is no whole run of this version. */
export function attestation({ name, text, sha256 }: RunFile, version: string) {
  const { targets, ending } = readResults([{ file: name, text }]);
  const refuse = (isRefused: boolean, why: string) => {
    if (isRefused) throw new InputError(`${name} is ${why}`);
  };
  refuse(targets.length === 0, 'no run.json, which verify writes.');
  refuse(ending.interrupted !== undefined, 'of a run that was interrupted: only a whole run is attested.');
  // A reader would take the unproven clauses for what the provider cannot show, and the admitted ones for its deviations.
  const results = targets.flatMap(({ clauses, cases }) => [...clauses, ...cases]);
  const reasons = results.map(({ reason = '' }) => reason);
  refuse(reasons.includes(BAILED), 'of a run that --bail ended early: only a whole run is attested.');
  const isAdmitting = reasons.some((reason) => reason.startsWith(KNOWN));
  refuse(isAdmitting, 'of a run with --new, which admits old violations: attest a run without it.');
  return {
    _type: STATEMENT,
    subject: [{ name, digest: { sha256 } }],
    predicateType: PREDICATE,
    predicate: {
      /** Of this program. */
      version,
      /** The versions of the OpenAPI documents. */
      documents: documentVersions,
      outcome: outcomeOf(targets, ending),
      targets: targets.map((target) => attested(target, wholeRun(name, target, version))),
    },
  };
}

function wholeRun(name: string, { target, ran, clauses }: TargetReport, version: string): RunStamp {
  if (ran === undefined)
    throw new InputError(`${name} does not say when and with which version ${target} was run.`);
  if (ran.version !== version)
    throw new InputError(
      `${name} is of version ${ran.version}, and this is ${version}: npx bank-access-contracts@${ran.version} attests it.`,
    );
  const judged = new Set<string>(clauses.map(({ clause }) => clause));
  const missing = ALL.filter((id) => !judged.has(id)).length;
  if (missing > 0)
    throw new InputError(
      `${name} is of a part of the contract, without a verdict on ${target} for ${count(missing, 'clause')} of ${ALL.length}. Attest a run of every clause.`,
    );
  return ran;
}

function attested({ target, accessUrl, webFormUrl, settings, clauses }: TargetReport, ran: RunStamp) {
  const idsOf = VERDICTS.map((verdict) => {
    return [verdict, clauses.filter((it) => it.verdict === verdict).map(({ clause }) => clause)];
  });
  const given = settings.filter((setting) => !isDefault(setting));
  return {
    target,
    accessUrl: withoutCredentials(accessUrl),
    webFormUrl: withoutCredentials(webFormUrl),
    ran,
    settings: given.map(({ clauses: _, ...setting }) => setting),
    tally: tally(clauses),
    clauses: Object.fromEntries(idsOf),
  };
}
