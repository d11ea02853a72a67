/** Markdown in files of its own: chapters by name, and values in their places. */

/** The text below the comment of this name, `<!-- name -->`. */
export function chapterOf(markdown: string, name: string): string {
  const [, text = ''] = markdown.split(`<!-- ${name} -->\n`);
  return text.split(/^<!-- /m)[0] ?? '';
}

/** With the value of each `{{name}}`; further lines of a value are indented as its first. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string, at: number) => {
    const [indent = ''] = /^ */.exec(text.slice(text.lastIndexOf('\n', at) + 1)) ?? [];
    return (values[name] ?? '').replaceAll('\n', `\n${indent}`);
  });
}
