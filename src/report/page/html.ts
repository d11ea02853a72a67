/** Writes HTML in which everything from outside is escaped. */

/** Markup that this project made; every other value is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** undefined and false write nothing, so that a template may contain `condition && html…`. */
type HtmlPart = string | number | Html | readonly HtmlPart[] | undefined | false;

export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(strings.map((string, at) => string + partText(parts[at])).join(''));
}

function partText(part: HtmlPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part !== 'object') return escapedHtml(String(part));
  const parts = part.filter((item) => item !== undefined && item !== false);
  return parts.map(partText).join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Invisible characters could hide the text or change its order. */
const UNSEEN = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}]/gu;

function escapedHtml(text: string): string {
  return text.replace(UNSEEN, '\ufffd').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
