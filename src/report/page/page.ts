/** The page: one file without network that shows results to people, readable without its script. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html, html } from '../../../contracts/src/base/html.ts';
import { count } from '../../../contracts/src/base/text.ts';
import type { Strength } from '../../faults/strength.ts';
import type { TargetRun } from '../../runner/verdict.ts';
import { targetReport } from '../run-json.ts';
import type { Ending } from '../run-outcome.ts';
import { type Tone, words } from './badges.ts';
import { clausePlaces, operationsOf } from './evidence/clause-places.ts';
import { clauseView } from './evidence/clause-view.ts';
import { evidenceView, type Room, roomFor } from './evidence/evidence-view.ts';
import { playedScenarios } from './evidence/scenario-view.ts';
import { headline } from './headline.ts';
import { inBrowser } from './in-browser.ts';
import type { PageContent } from './page-content.ts';
import { type Section, sectionHtml } from './page-parts.ts';
import { changesSection } from './sections/changes-section.ts';
import { checksSection, comparisonsSection } from './sections/checks-section.ts';
import { clausesOnTargets, clausesSection } from './sections/clauses-section.ts';
import { migrationSection } from './sections/migration-section.ts';
import { notShownSection } from './sections/not-shown-section.ts';
import { notificationsSection } from './sections/notifications-section.ts';
import { strengthSection } from './sections/strength-section.ts';
import { verdictSection } from './sections/verdict-section.ts';

const SIGNS: Readonly<Record<Tone, string>> = { good: '✓', bad: '✗', unsure: '?', faint: '·' };
// Spelled out, so that the package can hold the files in place of the calls.
const STYLE = [
  readFileSync(new URL('./style/base.css', import.meta.url), 'utf8'),
  readFileSync(new URL('./style/head.css', import.meta.url), 'utf8'),
  readFileSync(new URL('./style/verdicts.css', import.meta.url), 'utf8'),
  readFileSync(new URL('./style/flows.css', import.meta.url), 'utf8'),
  readFileSync(new URL('./style/tables.css', import.meta.url), 'utf8'),
  readFileSync(new URL('./style/details.css', import.meta.url), 'utf8'),
  readFileSync(new URL('./style/evidence.css', import.meta.url), 'utf8'),
  readFileSync(new URL('./style/filters.css', import.meta.url), 'utf8'),
  readFileSync(new URL('./style/print.css', import.meta.url), 'utf8'),
].join('');
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

/** The sections of a page in their order, and what evidence they had to leave out. */

export interface AllSections {
  readonly sections: readonly Section[];
  /** What was left out and where it stands; undefined where all of it is there. */
  readonly leftOut: Html | undefined;
}

/** `bytes` is the room for evidence: at most half of it for calls where there are scenarios, and faults come last. */
export function allSections(content: PageContent, bytes: number): AllSections {
  const { targets, checks, comparisons, strength } = content;
  const scenarios = playedScenarios(targets);
  const clauses = clausesOnTargets(targets);
  const shown = new Set<string>(clauses.map(({ clause }) => clause));
  const places = clausePlaces();
  const calls = roomFor(scenarios.length === 0 ? bytes : bytes / 2);
  const evidenceOf = evidenceView(targets, scenarios, (clause) => operationsOf(places(clause)), calls);
  const evidence = new Map(clauses.map(({ clause }) => [clause, evidenceOf(clause)]));
  const stories = roomFor(bytes - calls.used);
  const notifications = notificationsSection(scenarios, stories);
  const faults = roomFor(bytes - calls.used - stories.used);
  const sections = [
    verdictSection(content),
    changesSection(content, shown),
    checksSection(checks),
    comparisonsSection(comparisons),
    migrationSection(targets),
    clausesSection(content, clauses, clauseView(targets, places, evidence, strength?.faults ?? [], faults)),
    notifications,
    strength && strengthSection(strength, shown),
    notShownSection(targets),
  ].filter((section) => section !== undefined);
  return { sections, leftOut: leftOutHtml(calls, stories, faults) };
}

function leftOutHtml(calls: Room, stories: Room, faults: Room): Html | undefined {
  const told = [
    ...(calls.cut > 0 ? [`the calls of ${count(calls.cut, 'violation')}`] : []),
    ...(stories.cut > 0 ? [`the messages of ${count(stories.cut, 'scenario')}`] : []),
  ];
  const runs = told.length > 0 && html` ${words(told)}, which <code>run.json</code> has`;
  const named =
    faults.cut > 0 &&
    html` the faults of ${count(faults.cut, 'clause')}, which <code>strength.json</code> has`;
  if (!runs && !named) return undefined;
  return html`<p class="left-out">To stay small enough for a mail, this page leaves out${runs}${runs && named && html`, and`}${named}. Every clause is here with what was found.</p>`;
}

/** `index.html`: the page of the run that was just made. */

/** `strength` is what the faults came to when they were last run. */
export function runPage(runs: readonly TargetRun[], ending: Ending, strength?: Strength): string {
  const nothing = { checks: [], comparisons: [] };
  return page({ ending, targets: runs.map(targetReport), ...nothing, ...(strength && { strength }) });
}
