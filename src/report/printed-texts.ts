/** Texts in files of their own, and how the verbs that they name are called. */
import { readFileSync } from 'node:fs';
import manifest from '../../contracts/package.json' with { type: 'json' };

/** Whether the program runs from the sources of its project, and not from the published package. */
export const isClone = import.meta.url.endsWith('.ts');

/** What comes before the arguments of a verb in a command that the reader can paste. */
export function commandOf(verb: string, inClone = isClone): string {
  return inClone ? `npm run -s ${verb} --` : `npx --no -- ${manifest.name} ${verb}`;
}

/**
 * The text of a file, named from src/: the package has its copy one folder above the modules, as the project has. Each
 * `{{run VERB}}` is how the verb is called.
 */
export function textFile(path: string, inClone = isClone): string {
  const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  return text.replace(/\{\{run (\w+)\}\}/g, (_, verb: string) => commandOf(verb, inClone));
}

/** The text below the comment of this name, `<!-- name -->`. */
export function chapterOf(markdown: string, name: string): string {
  const [, text = ''] = markdown.split(`<!-- ${name} -->\n`);
  return text.split(/^<!-- /m)[0] ?? '';
}

/** Puts in the value of each `{{name}}`, its further lines indented like the first. */
export function withValues(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string, at: number) => {
    const [indent = ''] = /^ */.exec(text.slice(text.lastIndexOf('\n', at) + 1)) ?? [];
    return (values[name] ?? '').replaceAll('\n', `\n${indent}`);
  });
}
