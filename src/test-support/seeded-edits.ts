/** The seeded edits of the version gate, and a release with one of them made. The list of what an edit can do is closed. */
import type { PackageContent } from '../build/gate/release.ts';
import { readYaml } from '../build/project.ts';

export interface SeededEdit {
  readonly id: string;
  readonly artefact: string;
  /** `minor`, or `major for readers and senders`: the step, and whom the gravest changes break. */
  readonly demands: string;
  readonly why: string;
  readonly edits: readonly Edit[];
}

/** One key names what is done; `to` is the new value, or the new name of a rename; `in` another file than the artefact. */
type Edit = Readonly<Record<string, unknown>>;
type EditsFile = Record<string, Record<string, { edits: Edit[] } & Record<string, unknown>>>;

export const seededEdits: readonly SeededEdit[] = Object.entries(
  readYaml('src/test-support/seeded-edits.yaml') as EditsFile,
).flatMap(([artefact, rows]) =>
  Object.entries(rows).map(([id, { edits, ...judged }]) => {
    const [[demands = '', why] = []] = Object.entries(judged);
    return { id, artefact, demands, why: `${why}`, edits };
  }),
);

export function seeded(release: PackageContent, { artefact: own, edits }: SeededEdit): PackageContent {
  const files = new Map(release.files);
  for (const { in: artefact = own, ...edit } of edits) {
    const isBeside = /^(package\.json|README\.md)$/.test(`${artefact}`);
    const path = isBeside ? `${artefact}` : `dist/${artefact}`;
    if ('dropFile' in edit) files.delete(path);
    else if ('addFile' in edit) files.set(path, `${edit['addFile']}`);
    else {
      const text = files.get(path) ?? '';
      const next = edited(path, text, edit);
      if (next === text) throw new Error(`${path}: ${JSON.stringify(edit)} changes nothing`);
      files.set(path, next);
    }
  }
  return { manifest: JSON.parse(files.get('package.json') ?? ''), files };
}

function edited(artefact: string, text: string, edit: Edit): string {
  if ('replace' in edit) return text.replace(`${edit['replace']}`, `${edit['with']}`);
  if (artefact.endsWith('.csv')) return editedTable(text, edit);
  const [start = '', json = ''] = /^(export const \w+ = )?(.*?);?\n?$/s.exec(text)?.slice(1) ?? [];
  const value = JSON.parse(json);
  return start + JSON.stringify('reverse' in edit ? reversed(value) : inJson(value, edit));
}

function inJson(value: unknown, edit: Edit): unknown {
  const [[verb = '', pointer] = []] = Object.entries(edit);
  const steps = `${pointer}`
    .slice(1)
    .split('/')
    .map((step) => step.replace(/~1/g, '/'));
  const last = steps.pop() ?? '';
  const parent = steps.reduce(member, value) as Record<string, unknown>;
  const { to } = edit;
  if (Array.isArray(parent)) inList(parent, verb, last, to);
  else if (verb === 'set') parent[last] = to;
  else if (verb === 'remove') delete parent[last];
  else if (verb === 'rotate') (parent[last] as unknown[]).push((parent[last] as unknown[]).shift());
  else if (verb === 'rename') {
    parent[`${to}`] = parent[last];
    delete parent[last];
  } else throw new Error(`an edit cannot ${verb} a key`);
  return value;
}

function inList(list: unknown[], verb: string, step: string, to: unknown): void {
  const index = step === '-' ? list.length : indexOf(list, step);
  if (verb === 'add' || verb === 'set') list[index] = to;
  else if (verb === 'remove' && index < list.length) list.splice(index, 1);
  else throw new Error(`an edit cannot ${verb} ${step} of a list`);
}

function member(value: unknown, step: string): unknown {
  const found = Array.isArray(value) ? value[indexOf(value, step)] : (value as Record<string, unknown>)[step];
  if (found === undefined) throw new Error(`there is no ${step}`);
  return found;
}

function indexOf(list: unknown[], step: string): number {
  return /^\d+$/.test(step)
    ? Number(step)
    : list.findIndex((entry) => (entry as { id?: string }).id === step);
}

/** Cells hold no comma in the rows that are edited, but for the last. */
function editedTable(text: string, edit: Edit): string {
  const [head = '', ...rows] = text.trimEnd().split('\n');
  const columns = head.split(',');
  const [[verb, name] = []] = Object.entries(edit);
  const isNamed = (row: string) => row.startsWith(`${name},`) || row.startsWith(`,added,${name},`);
  const column = columns.indexOf(`${edit['column'] ?? edit['dropColumn']}`);
  const withCell = (row: string) => row.split(',').with(column, `${edit['to']}`).join(',');
  const next = {
    cell: () => [head, ...rows.map((row) => (isNamed(row) ? withCell(row) : row))],
    dropRow: () => [head, ...rows.filter((row) => !isNamed(row))],
    addRow: () => [head, ...rows, `${name}`],
    dropColumn: () => [head, ...rows].map((row) => row.split(',').toSpliced(column, 1).join(',')),
    reverse: () => [head, ...rows.reverse()],
  }[verb as string];
  if (next === undefined) throw new Error(`an edit cannot ${verb} a table`);
  return `${next().join('\n')}\n`;
}

function reversed(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, part]) => [key, reversed(part)])
      .reverse(),
  );
}
