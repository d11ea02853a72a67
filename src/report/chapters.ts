/** The texts of a Markdown file that holds one below each comment with its name: `<!-- name -->`. */
export function chapterOf(markdown: string, name: string): string {
  const [, text = ''] = markdown.split(`<!-- ${name} -->\n`);
  return text.split(/^<!-- /m)[0] ?? '';
}
