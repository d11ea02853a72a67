/** The page: one file without network that shows results to people, readable without its script. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html, html } from '../../../contracts/src/contract/html.ts';
import { clausesOnTargets } from './clauses/clauses-on-targets.ts';
import { playedScenarios } from './evidence/played-scenario.ts';
import { headline } from './headline.ts';
import { inBrowser } from './in-browser.ts';
import type { Tone } from './parts/badge.ts';
import type { PageContent } from './results/content.ts';
import { changesSection } from './sections/changes-section.ts';
import { checksSection } from './sections/checks-section.ts';
import { clausesSection } from './sections/clauses-section.ts';
import { comparisonsSection } from './sections/comparisons-section.ts';
import { migrationSection } from './sections/migration-section.ts';
import { notShownSection } from './sections/not-shown-section.ts';
import { notificationsSection } from './sections/notifications-section.ts';
import { sectionHtml } from './sections/section.ts';
import { strengthSection } from './sections/strength-section.ts';
import { verdictSection } from './sections/verdict-section.ts';

const SIGNS: Readonly<Record<Tone, string>> = { good: '✓', bad: '✗', unsure: '?', faint: '·' };
const SHEETS = ['base', 'head', 'verdicts', 'flows', 'tables', 'details', 'evidence', 'filters', 'print'];
const STYLE = SHEETS.map((name) =>
  readFileSync(new URL(`./style/${name}.css`, import.meta.url), 'utf8'),
).join('');
const SCRIPT = `(${inBrowser})();`;
/** Nothing is loaded, and nothing runs but the two texts of this page, whatever may have slipped into it. */
const POLICY = `default-src 'none'; style-src '${hashOf(STYLE)}'; script-src '${hashOf(SCRIPT)}'; base-uri 'none'; form-action 'none'`;

/** Ends with a newline. What is personal or secret must have been redacted in `content` before. */
export function page(content: PageContent): string {
  const { tone, text } = headline(content);
  const scenarios = playedScenarios(content.targets);
  const shown = new Set<string>(clausesOnTargets(content.targets).map(({ clause }) => clause));
  const sections = [
    verdictSection(content),
    changesSection(content, shown),
    checksSection(content.checks),
    comparisonsSection(content.comparisons),
    migrationSection(content.targets),
    clausesSection(content, scenarios),
    notificationsSection(scenarios),
    content.strength && strengthSection(content.strength, shown),
    notShownSection(content.targets),
  ].filter((section) => section !== undefined);
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
