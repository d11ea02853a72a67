/** The page: one file without network that shows results to people, readable without its script. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html, html } from '../../../contracts/src/contract/html.ts';
import { headline } from './headline.ts';
import { inBrowser } from './in-browser.ts';
import type { Tone } from './parts/badge.ts';
import type { PageContent } from './results/content.ts';
import { allSections } from './sections/all-sections.ts';
import { sectionHtml } from './sections/section.ts';

const SIGNS: Readonly<Record<Tone, string>> = { good: '✓', bad: '✗', unsure: '?', faint: '·' };
const SHEETS = ['base', 'head', 'verdicts', 'flows', 'tables', 'details', 'evidence', 'filters', 'print'];
const STYLE = SHEETS.map((name) =>
  readFileSync(new URL(`./style/${name}.css`, import.meta.url), 'utf8'),
).join('');
const SCRIPT = `(${inBrowser})();`;
/** Nothing is loaded, and nothing runs but the two texts of this page, whatever may have slipped into it. */
const POLICY = `default-src 'none'; style-src '${hashOf(STYLE)}'; script-src '${hashOf(SCRIPT)}'; base-uri 'none'; form-action 'none'`;

/** In bytes: what a mail carries. */
const LARGEST = 1_000_000;

/**
 * Ends with a newline. What is personal or secret must have been redacted in `content` before. Where all of the
 * evidence would be too much, it gets the room that everything else leaves.
 */
export function page(content: PageContent): string {
  const whole = drawn(content, Number.POSITIVE_INFINITY);
  if (Buffer.byteLength(whole) <= LARGEST) return whole;
  return drawn(content, LARGEST - Buffer.byteLength(drawn(content, 0)));
}

function drawn(content: PageContent, roomForEvidence: number): string {
  const { tone, text } = headline(content);
  const { sections, leftOut } = allSections(content, roomForEvidence);
  const links = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${SIGNS[tone]} Bank access contracts</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the results</a>
<header class="t-${tone}"><p class="name">Bank access contracts</p><h1><span class="sign" aria-hidden="true">${SIGNS[tone]}</span> ${text}</h1></header>
<nav aria-label="Sections"><ul>${links}</ul></nav>
<main id="content" tabindex="-1">
${leftOut}
${sections.map(sectionHtml)}
</main>
<footer><p>Written by bank-access-contracts. Secrets and personal values are described and never shown.</p></footer>
<script>${new Html(SCRIPT)}</script>
</body>
</html>`.text
  }\n`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
