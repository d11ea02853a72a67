/** The page: one file without network that shows results to people, readable without its script. */
import { createHash } from 'node:crypto';
import { count } from '../../../contracts/src/base/text.ts';
import { textFile } from '../printed-texts.ts';
import { runOutcome } from '../run-outcome.ts';
import { SHOWN } from '../verdicts.ts';
import { evidenceByClause } from './evidence/evidence.ts';
import { Html, html } from './html.ts';
import { inBrowser } from './in-browser.ts';
import type { PageContent } from './page-content.ts';
import { sectionHtml } from './page-parts.ts';
import { clauseSections, filterHtml } from './sections/clauses-section.ts';
import { fieldsSection, flowsSection } from './sections/migration-section.ts';
import {
  assessSections,
  changesSection,
  checksSection,
  codeSection,
  comparisonsSection,
  partsSection,
  settingsSection,
} from './sections/table-sections.ts';
import { headline, nextSection, stoppedSection, targetHtml } from './sections/verdict-section.ts';

const STYLE = ['base', 'results', 'details', 'print']
  .map((name) => textFile(`report/page/style/${name}.css`))
  .join('');
const SCRIPT = `(${inBrowser})();`;
/** Only the style and the script of this page run, and nothing is loaded, whatever may have slipped into it. */
const POLICY = `default-src 'none'; style-src '${hashOf(STYLE)}'; script-src '${hashOf(SCRIPT)}'; base-uri 'none'; form-action 'none'`;

/** Ends with a newline. `results` are redacted. */
export function page(results: Partial<PageContent>): string {
  const content: PageContent = { ending: {}, targets: [], comparisons: [], ...results };
  const { targets } = content;
  const { tone, text } = headline(content);
  const { sign } = Object.values(SHOWN).find((shown) => shown.tone === tone) ?? SHOWN['out of reach'];
  const { first, filter, last, leftOut } = allSections(content);
  const sections = [...first, ...last];
  const links = sections.map(({ id, title, count: n }) => {
    return html`<li><a href="#${id}">${title}${n !== undefined && html` <span>${n}</span>`}</a></li>`;
  });
  const { text: whole } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${sign} ${text}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the results</a>
<header class="t-${tone}"><div><p class="name">Bank access contracts</p><h1><span class="sign" aria-hidden="true">${sign}</span> ${text}</h1></div>
${targets.length > 0 && html`<div class="targets">${targets.map((target) => targetHtml(target, targets.length === 1))}</div>`}</header>
<nav aria-label="Sections"><ul>${links}</ul></nav>
<main id="content" tabindex="-1">
${first.map(sectionHtml)}
${leftOut}
${filter}
${last.map(sectionHtml)}
</main>
<footer><p>Written by bank-access-contracts. Secrets and personal values are described and never shown.</p></footer>
<script>${new Html(SCRIPT)}</script>
</body>
</html>`;
  return `${whole}\n`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function allSections(content: PageContent) {
  const { targets, check, comparisons, parts, code, since, ending, stopped } = content;
  const evidence = evidenceByClause(targets);
  const clauses = clauseSections(targets, evidence.of);
  const red = clauses.filter(({ id }) => id === 'violated');
  const others = clauses.filter((section) => !red.includes(section));
  const first = [
    stoppedSection(stopped),
    ...red,
    nextSection(targets),
    flowsSection(targets),
    changesSection(targets, since),
    partsSection(parts),
    ...assessSections(content),
    codeSection(code),
    checksSection(check),
    comparisonsSection(comparisons),
  ].filter((it) => it !== undefined);
  const isUpheld = runOutcome(targets, ending) === 'upheld';
  const last = [...others, fieldsSection(targets, isUpheld), settingsSection(targets)].filter(
    (it) => it !== undefined,
  );
  const leftOut =
    evidence.cut > 0 &&
    html`<p class="left-out">To stay small enough for a mail, this page leaves out the evidence of ${count(evidence.cut, 'case')}, which <code>run.json</code> has. Every clause is here with what was found.</p>`;
  return { first, filter: clauses.length > 0 && filterHtml(targets, clauses), last, leftOut };
}
