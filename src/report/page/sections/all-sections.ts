/** The sections of a page in their order, and what evidence they had to leave out. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { count } from '../../../../contracts/src/contract/show.ts';
import { clausePlaces, operationsOf } from '../clauses/clause-places.ts';
import { clauseView } from '../clauses/clause-view.ts';
import { clausesOnTargets } from '../clauses/clauses-on-targets.ts';
import { evidenceView } from '../evidence/evidence-view.ts';
import { playedScenarios } from '../evidence/played-scenario.ts';
import { type Room, roomFor } from '../evidence/room.ts';
import { words } from '../parts/words.ts';
import type { PageContent } from '../results/content.ts';
import { changesSection } from './changes-section.ts';
import { checksSection } from './checks-section.ts';
import { clausesSection } from './clauses-section.ts';
import { comparisonsSection } from './comparisons-section.ts';
import { migrationSection } from './migration-section.ts';
import { notShownSection } from './not-shown-section.ts';
import { notificationsSection } from './notifications-section.ts';
import type { Section } from './section.ts';
import { strengthSection } from './strength-section.ts';
import { verdictSection } from './verdict-section.ts';

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
