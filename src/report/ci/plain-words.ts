/** Words as words in Markdown. */
import { oneLine } from '../../../contracts/src/contract/show.ts';

/** What a provider sent may look like Markdown, HTML, a mention or the end of a cell. */
export function plainWords(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|@#~]/g, '\\$&')
    .replaceAll('://', ':&#47;/');
}
