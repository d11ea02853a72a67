/** Writes the log, summary and outputs that GitHub's runner reads. It imports little, so that it can report any error. */
import { appendFileSync } from 'node:fs';
import { KnownValues, type Secrets } from '../../../contracts/src/base/known-values.ts';
import { only, SystemError } from '../../base/errors.ts';
import { markdownWords } from '../../base/table.ts';
import { finishedText } from '../redaction/finished-text.ts';

export function isGitHub(env: NodeJS.ProcessEnv): boolean {
  return env['GITHUB_ACTIONS'] === 'true';
}

/** The line with which a verb stopped before there was a verdict. */
export function tellGitHubStopped(verb: string, line: string, env: NodeJS.ProcessEnv = process.env): void {
  if (!isGitHub(env)) return;
  const title = `${verb} gives no verdict`;
  process.stderr.write(errorCommand({ title }, line));
  summarize(`### ${markdownWords(title)}\n\n${markdownWords(line)}\n\n`, new KnownValues(), env);
}

export function summarize(text: string, secrets: Secrets, env: NodeJS.ProcessEnv): void {
  addTo(env['GITHUB_STEP_SUMMARY'], finishedText(text, secrets, 'text'));
}

/** A file that cannot be written has a line on stderr. */
export function addTo(file: string | undefined, text: string): void {
  try {
    if (file) appendFileSync(file, text);
  } catch (error) {
    only(error, SystemError);
    process.stderr.write(`${file} cannot be written (${error.code}).\n`);
  }
}

/** A line that GitHub's runner reads from the log: `::error file=…,title=…::…`, escaped as its toolkit does. */
export function errorCommand(properties: Readonly<Record<string, string | undefined>>, text: string): string {
  const escaped = (it: string) => it.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const pairs = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`],
  );
  return `::${['error', pairs.join(',')].filter(Boolean).join(' ')}::${escaped(text)}\n`;
}
