/** `verify.sarif`: a run for code scanning, SARIF 2.1.0; a clause is a rule, a file of the repository the place. */
import { createHash } from 'node:crypto';
import { commandOf } from '../printed-texts.ts';
import type { ClauseReport, TargetReport } from '../run-json.ts';
import type { PlaceOf } from '../run-outcome.ts';
import { LEVELS, type Problem, problems, problemText } from './problems.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
/** The root of the repository, which code scanning knows. */
const ROOT = '%SRCROOT%';

/**
 * A SARIF run per target. Upheld and out of reach are not listed: code scanning makes an alert of every result,
 * whatever its kind. The documentation has no address of its own, so a rule names section and number in its help.
 */
export function sarif(targets: readonly TargetReport[], placeOf?: PlaceOf): string {
  const runs = targets.map((report) => sarifRun(report, placeOf));
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs }, null, 2)}\n`;
}

function sarifRun(report: TargetReport, placeOf?: PlaceOf) {
  const { target, clauses, chosenBy } = report;
  const ids = clauses.map(({ clause }) => clause);
  return {
    tool: { driver: { name: 'bank-access-contracts', rules: clauses.map(rule) } },
    // Two targets are two categories, or the alerts of one would replace those of the other.
    automationDetails: { id: `verify/${target}/` },
    results: problems(report).map((problem) =>
      result(problem, ids.indexOf(problem.clause), placeOf?.(problem.file, chosenBy)),
    ),
  };
}

function rule({ clause: id, area, says, source }: ClauseReport) {
  const help = `${says} Documentation: ${source}. ${commandOf('explain')} ${id} says what proves it.`;
  const texts = { shortDescription: { text: unlinked(says) }, help: { text: unlinked(help) } };
  return { id, ...texts, properties: { tags: [area] } };
}

/** Code scanning takes no result without a place: one that has none in the repository keeps the file of its case. */
function result(problem: Problem, ruleIndex: number, place = problem.file) {
  const { verdict, clause } = problem;
  const text = unlinked(problemText(problem, place));
  const uri = place.split('/').map(encodeURIComponent).join('/');
  // No runner knows the line of a case, since a case is data; code scanning asks for one.
  const region = { startLine: 1 };
  // Without it all that is found in one file would count as one alert. It is the same for a clause, whatever was found.
  const primaryLocationLineHash = createHash('sha256').update(clause).digest('hex').slice(0, 32);
  return {
    ruleId: clause,
    ruleIndex,
    level: LEVELS[verdict],
    message: { text },
    locations: [{ physicalLocation: { artifactLocation: { uri, uriBaseId: ROOT }, region } }],
    partialFingerprints: { primaryLocationLineHash },
  };
}

/** A message may hold links; what a provider sent makes none. */
function unlinked(text: string): string {
  return text.replaceAll('](', '] (');
}
