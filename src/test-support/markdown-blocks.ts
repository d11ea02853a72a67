/** The blocks of code in a page of Markdown. */

export interface Block {
  readonly language: string;
  /** Of a block that is a file. */
  readonly file: string | undefined;
  readonly text: string;
  /** The paragraph in front of it. */
  readonly lead: string;
}

export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map((match): Block => {
    const [, language = '', file, text = ''] = match;
    const before = markdown.slice(0, match.index).trimEnd();
    return { language, file, text, lead: before.split(/\n\n|```\n/).at(-1) ?? '' };
  });
}
