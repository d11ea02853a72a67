/** The clauses of a run as the tools of a CI server list them: one result a clause, with its evidence as text. */
import { isAbsolute, relative, sep } from 'node:path';
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import type { ReportedClause } from '../run-json.ts';
import type { PlaceOf } from '../run-outcome.ts';

/** In one line: what was found, by which case, and how to repeat it; its file too, where it is shown at another or none. */
export function problemText(
  { summary, evidence, says, file, repeat }: ReportedClause,
  place?: string,
): string {
  const shownBy = evidence?.says ?? says.replace(/\.$/, '');
  return `${summary}: ${shownBy}${place?.endsWith(file) ? '' : ` (${file})`}. Again: ${repeat}`;
}

/** All that shows a failure, as text: sentence, findings, commands and the evidence. */
export function failureText({ clause, says, evidence, file, repeat, note }: ReportedClause): string {
  const { findings = [], played, exchanges = [] } = evidence ?? {};
  const own = findings.filter((finding) => finding.clause === clause);
  const lines = [
    `${clause}: ${says}`,
    ...own.map(({ pointer, message }) => `${message}\n  ${pointer}`),
    ...(note === undefined ? [] : [note]),
    `case: ${evidence ? `${file}: ${evidence.says}` : file}\nagain: ${repeat}`,
    ...(played ? [writeJson(played, 2)] : []),
    ...exchanges.flatMap(({ curl, ...exchange }) => [JSON.stringify(exchange, null, 2), curl]),
  ];
  return lines.join('\n\n');
}

/** A target of this project, as `--target` names it, with the faults of the sandbox. */
const BUILT_IN = /^(mock|sandbox)( --fault |$)/;

/**
 * The target file, from `root`; the file itself for a target of this project. `pathOf` makes a path that was typed absolute.
 */
export function placeIn(root: string, pathOf: (path: string) => string): PlaceOf {
  return (file, chosenBy) => {
    if (BUILT_IN.test(chosenBy)) return file;
    const place = relative(root, pathOf(chosenBy));
    const isBelow = !isAbsolute(place) && place.split(sep)[0] !== '..';
    return isBelow ? place.replaceAll(sep, '/') : undefined;
  };
}
