/** The sections that are tables: what changed, what was assessed, checked and compared, and the settings. */

import openFacts from '../../../../contracts/generated/not-shown.json' with { type: 'json' };
import { findingText } from '../../../../contracts/src/base/finding.ts';
import type { OpenFact } from '../../../../contracts/src/base/ledgers.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import { andList, settingText } from '../../../base/words.ts';
import type { Readiness } from '../../../evidence/readiness.ts';
import { type CodePlace, UNSEEN } from '../../../evidence/v1-in-code.ts';
import { CALLS_HEAD, callRows, countsSentence, factLines, POINTS } from '../../assess/assess-text.ts';
import { type FoundClause, foundClauses, operationsTable } from '../../check/check-text.ts';
import { PARTS_HEAD, partCells, partsSentence } from '../../part-rows.ts';
import type { TargetReport } from '../../run-json.ts';
import type { Earlier } from '../../run-outcome.ts';
import { leftOpenText } from '../../settings-used.ts';
import { byVerdict, SHOWN } from '../../verdicts.ts';
import { type Html, html } from '../html.ts';
import type { PageContent } from '../page-content.ts';
import type { PageTable, Section } from '../page-parts.ts';

/** What changed since an earlier run; undefined without one. */
export function changesSection(
  targets: readonly TargetReport[],
  since: Earlier | undefined,
): Section | undefined {
  if (!since) return undefined;
  const known = targets.filter(({ target }) => Object.hasOwn(since.targets, target));
  const others = targets.filter((report) => !known.includes(report)).map(({ target }) => target);
  const changes = known
    .flatMap(({ target, clauses }) =>
      clauses.map((row) => ({ ...row, target, before: since.targets[target]?.[row.clause] })),
    )
    .filter(({ before, verdict }) => before !== verdict)
    .sort(byVerdict);
  const rows = changes.map(({ target, clause, says, before, verdict }) => [
    html`<a href="#clause-${clause}"><code>${clause}</code></a><br>${says}`,
    ...[target, before ? { verdict: before } : 'not there', { verdict }],
  ]);
  const lead = [
    known.length > 0 && `${count(rows.length, 'verdict')} changed since ${since.file}.`,
    others.length > 0 && `${since.file} has no run of ${andList(others)}.`,
  ];
  return {
    id: 'changes',
    title: 'Changed',
    lead: lead.filter(Boolean).join(' '),
    tables: [{ title: 'Verdicts that changed', head: ['clause', 'target', 'before', 'now'], rows }],
  };
}

/** A row a file, of several. */
export function partsSection(parts: PageContent['parts'] = []): Section | undefined {
  if (parts.length < 2) return undefined;
  const rows = parts.map((part) => {
    const [file = '', , ...others] = partCells(part);
    return [{ code: file }, { verdict: part.verdict }, ...others];
  });
  const lead = partsSentence(parts);
  return { id: 'parts', title: 'Files', lead, tables: [{ title: 'Files', head: PARTS_HEAD, rows }] };
}

/** The places in source files that use V1. */
export function codeSection(code: PageContent['code'] = []): Section | undefined {
  const tables = code.map(({ folder, left }) => ({
    title: folder,
    note: count(left.length, 'place'),
    isOpen: true,
    head: ['where', 'what', 'V1', 'V2'],
    rows: left.map(({ file, line, kind, found, instead }) => {
      return [{ code: `${file}:${line}` }, kind, { code: found }, instead];
    }),
  }));
  return code.length === 0 ? undefined : { id: 'code', title: 'V1 in source code', lead: UNSEEN, tables };
}

/** What is to be done, the calls, and what becomes of V1 fields and responses. */
export function assessSections({ assessment: result, senders, code = [] }: PageContent): Section[] {
  if (!result) return [];
  const points = POINTS.flatMap(({ of, verdict }) =>
    result[of].map(({ field, values, why, how }) => [
      { verdict },
      { code: field },
      `${values}`,
      `${why}.`,
      how,
    ]),
  );
  const toDo = { title: 'To do', head: ['what', 'field', 'sent', 'why', 'how'], rows: points };
  const facts = { title: 'Recording', head: ['of', 'recorded'], rows: factLines(result) };
  const sections: Section[] = [
    { id: 'open', title: toDo.title, tables: [toDo] },
    { id: 'facts', title: facts.title, lead: countsSentence(result), tables: [facts] },
    {
      id: 'becomes',
      title: 'What becomes of V1',
      tables: becomes(
        result,
        senders,
        code.flatMap(({ left }) => left),
      ),
    },
  ];
  return sections.filter(({ tables = [] }) => tables.some(({ rows }) => rows.length > 0));
}

function becomes(
  result: Readiness,
  senders: PageContent['senders'] = {},
  places: readonly CodePlace[] = [],
): PageTable[] {
  const { fields, undocumented, answers, undocumentedCalls, neverUsed } = result;
  const isOfSeveral = new Set(Object.values(senders).flat()).size > 1;
  const tables: PageTable[] = [
    { title: 'Calls', isOpen: true, head: CALLS_HEAD, rows: callRows(result) },
    {
      title: 'V1 fields',
      isOpen: true,
      head: [
        ...['request', 'V1 field', 'fate', 'V2 place', 'calls', 'values', 'refused'],
        ...(isOfSeveral ? ['sent by'] : []),
        ...(places.length > 0 ? ['in code'] : []),
      ],
      rows: fields.map(({ request, from, to, fate, calls, values, refused }) => {
        return [
          request,
          codeCell(from),
          { verdict: fate },
          codeCell(to),
          `${calls}`,
          `${values}`,
          `${refused}`,
          ...(isOfSeveral ? [fewNames(senders[`${request} ${from}`] ?? [])] : []),
          ...(places.length > 0 ? [fewNames(placeLines(places, `${request} ${from}`))] : []),
        ];
      }),
    },
    {
      title: 'Undocumented fields',
      head: ['in', 'field', 'times'],
      rows: undocumented.map(({ in: place, pointer, count: times }) => [
        place,
        codeCell(pointer),
        `${times}`,
      ]),
    },
    {
      title: 'V1 responses',
      head: ['V1', 'V2', 'responses', 'loses'],
      rows: answers.map(({ from, to, calls, loses }) => [codeCell(from), codeCell(to), `${calls}`, loses]),
    },
    {
      title: 'Undocumented calls',
      head: ['call', 'times', ''],
      rows: undocumentedCalls.map(({ pattern, calls, role }) => [codeCell(pattern), `${calls}`, role ?? '']),
    },
    { title: 'Never used', head: ['V1 field'], rows: neverUsed.map((name) => [codeCell(name)]) },
  ];
  return tables.map((table) => ({ ...table, note: count(table.rows.length, 'row') }));
}

function placeLines(places: readonly CodePlace[], of: string): string[] {
  return places.flatMap(({ row, file, line }) => (row === of ? `${file}:${line}` : []));
}

const MOST_NAMES = 5;

function fewNames(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return [...names.slice(0, MOST_NAMES), ...(rest > 0 ? [`${rest} more`] : [])].join(', ') || '–';
}

function codeCell(place: string | null) {
  return { code: place?.replace('#', ' ') ?? null };
}

/** What `check` found in recorded exchanges and messages; undefined where nothing was checked. */
export function checksSection(check: PageContent['check']): Section | undefined {
  if (!check) return undefined;
  const { files, totals } = check;
  const [head = [], ...rows] = operationsTable(totals);
  const client = foundClauses(totals, 'client').map((found) => foundHtml(found, 'deviate'));
  return {
    id: 'checked',
    title: 'Recorded traffic',
    lead: `Of ${files.join(', ')}: each record judged by what the documentation says. Records count from 0 in each file.`,
    body: html`${foundClauses(totals, 'provider').map((found) => foundHtml(found, 'violated'))}${client.length > 0 && html`<h3>Your requests</h3>${client}`}`,
    tables: [{ title: 'Records by operation', head, rows }],
  };
}

function foundHtml({ clause, says, source, count: all, first, ...known }: FoundClause, what: string): Html {
  const { tone } = SHOWN[known.isAdmitted ? 'admitted' : 'violated'];
  const more = all - first.length;
  const places = first.map((finding) => {
    const { pointer, file = '', index, earlier } = finding;
    const before = earlier ? `, compared with ${nameOf(earlier.file)}, record ${earlier.index}` : '';
    return html`<li><p class="wrong">${findingText(finding)}</p><p class="source">at <code>${pointer}</code> in ${nameOf(file)}, record ${index}${before}</p></li>`;
  });
  return html`<details class="row" id="${what}-${clause}" open><summary><code>${clause}</code> <span class="v t-${tone}">${all} ${what}</span> <span class="says">${says}</span></summary>
<div class="inside"><p class="source">Documented: ${source}</p>${known.notes.map((note) => html`<p>${note}</p>`)}<ul class="findings">${places}</ul>${more > 0 && html`<p>and ${more} more, all in the result of check.</p>`}</div></details>`;
}

function nameOf(file: string): string {
  return file.replace(/^.*[\\/]/, '');
}

/** What `compare` found in V2 requests; undefined where nothing was compared. */
export function comparisonsSection(comparisons: PageContent['comparisons']): Section | undefined {
  if (comparisons.length === 0) return undefined;
  return {
    id: 'compared',
    title: 'Compared requests',
    lead: 'A V2 request is equivalent when it carries everything that the V1 request asks for, and no more.',
    tables: comparisons.map(({ file, verdict, fields }) => ({
      title: file,
      note: `${verdict}, ${count(fields.length, 'field')}`,
      isOpen: true,
      head: ['V1', 'V2', 'verdict', 'note'],
      rows: fields.map(({ from, to, verdict: own, message }) => {
        return [{ code: from }, { code: to }, { verdict: own }, message || '–'];
      }),
    })),
  };
}

/** What each target was taken to do where the documentation shows nothing: where it says so, or where it decided a verdict. */
export function settingsSection(targets: readonly TargetReport[]): Section | undefined {
  if (targets.length === 0) return undefined;
  const facts = openFacts.facts as OpenFact[];
  const closed = facts.filter(({ setting }) => setting !== undefined);
  const rows = targets.flatMap(({ target, settings, clauses: all }) =>
    settings
      .filter(({ setting, value, default: assumed }) => {
        const isDefault = settingText(value) === settingText(assumed);
        return !isDefault || all.some(({ settings: own }) => own?.includes(setting));
      })
      .map(({ setting, value, clauses }) => {
        const { fact = '', source = '' } = closed.find((it) => it.setting === setting) ?? {};
        const used = html`<code>${setting}: ${settingText(value)}</code> on ${target}`;
        return [used, fact, source, `${clauses.length}`];
      }),
  );
  return {
    id: 'not-shown',
    title: 'Settings',
    lead: `The documentation leaves ${count(facts.length, 'fact')} open. ${count(closed.length, 'setting')} close some of them, ${rows.length === 0 ? 'all' : 'all others'} at their defaults; no check depends on the other ${facts.length - closed.length}.`,
    body: html`${targets.map((report) => leftOpenText(report) !== '' && html`<p>On ${report.target}: ${leftOpenText(report)}</p>`)}`,
    tables: [
      {
        title: 'Settings that a target gives, or that decided a verdict',
        head: ['setting', 'not shown', 'documented', 'verdicts'],
        rows,
      },
    ],
  };
}
