// Holds the laws of the house that a machine can hold; each failure says which law and why.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import ledger from './contracts/generated/clauses.json' with { type: 'json' };
import openFacts from './contracts/generated/not-shown.json' with { type: 'json' };
import { SIGHTS } from './contracts/src/contract/fault-row.ts';
import type { FaultResult, Strength } from './src/faults/strength.ts';
import { staleFiles } from './src/generate/write.ts';
import { catalogue } from './suites/catalogue.ts';

const ROOT = import.meta.dirname;
const FOLDERS = ['contracts', 'openapi', 'reports', 'scripts', 'src', 'suites'];

const BELOW_THE_COMMAND_LINE = [
  'contract',
  'messages',
  'judge',
  'migration',
  'client',
  'callback',
  'matchers',
  'nock',
]
  .map((room) => `contracts/src/${room}`)
  .concat('contracts/generated');

/** Whom the files of a room may import, itself aside. Arrows point down, never sideways, never up. */
const ROOMS: { room: string; may: string[]; because: string }[] = [
  {
    room: 'contracts/src/contract',
    may: ['contracts/generated'],
    because: 'everything stands on it',
  },
  {
    room: 'contracts/src/messages',
    may: ['contracts/src/contract', 'contracts/generated'],
    because: 'a message is made of the documents and a cipher, and judged elsewhere',
  },
  {
    room: 'contracts/src/callback',
    may: ['contracts/src/contract', 'contracts/generated'],
    because:
      'it carries messages over HTTP and does not read them; with the command line the Node part of the package',
  },
  {
    room: 'contracts/src/judge',
    may: ['contracts/src/messages', 'contracts/src/contract', 'contracts/generated'],
    because: 'a judge reads what was exchanged and nothing else',
  },
  {
    room: 'contracts/src/migration',
    may: ['contracts/src/contract', 'contracts/generated'],
    because: 'the mapping judges nobody',
  },
  {
    room: 'contracts/src/client',
    may: ['contracts/src/contract', 'contracts/generated'],
    because: 'a consumer who only calls pays for no judge',
  },
  {
    room: 'contracts/src/matchers',
    may: ['contracts/src/judge', 'contracts/src/messages', 'contracts/src/contract', 'contracts/generated'],
    because: 'a matcher puts the verdict of a judge into the words of a test runner',
  },
  {
    room: 'contracts/src/nock',
    may: ['contracts/src/contract', 'contracts/generated'],
    because: 'its answers are the fixtures, and it judges nothing',
  },
  {
    room: 'contracts/src/record',
    may: ['contracts/src/judge', 'contracts/src/messages', 'contracts/src/contract', 'contracts/generated'],
    because: 'a record becomes an exchange, and only the judge knows what that is',
  },
  {
    room: 'contracts/src/cli',
    may: ['contracts/'],
    because: 'it is the Node entry of the published package',
  },
  {
    room: 'contracts/src/public',
    may: ['contracts/src/record', ...BELOW_THE_COMMAND_LINE],
    because: 'it names what other teams may import, and does nothing of its own',
  },
  {
    room: 'src/generate',
    may: ['contracts/src/contract', 'contracts/src/messages', 'contracts/src/migration'],
    because:
      'what is generated is checked by the types of those who read it, and messages are made by their builder',
  },
  {
    room: 'src/sandbox',
    may: [
      'contracts/src/messages',
      'contracts/src/callback/post-once.ts',
      'contracts/src/contract',
      'contracts/generated',
    ],
    because:
      'the examined never writes the exam: no judge, no mapping, no case; how a text is posted is no part of it',
  },
  {
    room: 'src/drive',
    may: ['src/sandbox', ...BELOW_THE_COMMAND_LINE],
    because: 'it runs a case to its verdict and starts what the case is run against',
  },
  {
    room: 'src/faults',
    may: ['src/drive', 'src/sandbox', 'src/pact', ...BELOW_THE_COMMAND_LINE],
    because: 'it makes the sandbox misbehave, runs the cases against it, and asks what a pact would notice',
  },
  {
    room: 'src/report',
    may: ['src/drive', 'src/faults', 'contracts/outputs', ...BELOW_THE_COMMAND_LINE],
    because: 'a report shows verdicts and makes none, and is read again by its published schema',
  },
  {
    room: 'src/package',
    may: ['src/generate', 'contracts/'],
    because: 'the package is built from contracts and what is generated there, and from nothing else',
  },
  {
    room: 'src/gate',
    may: ['src/package', 'src/generate', 'contracts/src/contract'],
    because: 'it compares releases as those who install them see them, and builds only the newest',
  },
  {
    room: 'src/pact',
    may: [
      'src/package',
      'src/gate',
      'src/drive',
      'src/sandbox',
      'src/generate/project.ts',
      'suites/',
      'contracts/',
    ],
    because: 'it plays the pacts of the suites against a target, and publishes them with their package',
  },
  {
    room: 'src/interop',
    may: ['src/package', 'src/pact', 'src/drive', 'src/generate', 'contracts/'],
    because: 'it shows the tools of others what is published, and judges nothing itself',
  },
  { room: 'src/bench', may: ['src/', 'contracts/', 'suites/'], because: 'it measures all of it' },
  {
    room: 'suites',
    may: ['src/drive', 'contracts/'],
    because: 'the examined never writes the exam: a case knows no sandbox',
  },
  { room: 'scripts', may: ['src/', 'contracts/', 'suites/'], because: 'a verb only calls' },
];

const files = FOLDERS.flatMap((folder) => filesBelow(folder)).filter((path) => !isMade(path));
const sources = files.filter((path) => path.endsWith('.ts'));

test('the top-level folders are those of the house', () => {
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const ours = folders
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules');
  expect(ours.sort()).toEqual(FOLDERS);
});

for (const { room, may, because } of ROOMS) {
  test(`${room} imports only what it may, because ${because}`, () => {
    const own = sources.filter((path) => path.startsWith(`${room}/`) && !path.endsWith('.test.ts'));
    expect(own).not.toEqual([]);
    const strangers = own
      .flatMap((path) => importsOf(path).map((target) => ({ path, target })))
      .filter(({ target }) => ![`${room}/`, ...may].some((allowed) => target.startsWith(allowed)))
      .map(({ path, target }) => `${path} imports ${target}`);
    expect(strangers).toEqual([]);
  });
}

test('every source file stands in a room', () => {
  expect(sources.filter((path) => !ROOMS.some(({ room }) => path.startsWith(`${room}/`)))).toEqual([]);
});

test('the published sources run in a browser: node: modules only in the command line and the callback receiver', () => {
  const strangers = sources.filter(
    (path) =>
      path.startsWith('contracts/src/') &&
      !/^contracts\/src\/(cli|callback)\//.test(path) &&
      !path.endsWith('.test.ts') &&
      /from 'node:/.test(text(path)),
  );
  expect(strangers).toEqual([]);
});

test('every hand-written file opens with a sentence that says what it is for', () => {
  const silent = files.filter((path) => {
    if (path.endsWith('.ts')) return !/^(\/\*\*?|\/\/)\s*(\*\s*)?\S/.test(text(path));
    return path.endsWith('.yaml') && !text(path).startsWith('# ');
  });
  expect(silent).toEqual([]);
});

test('titles and claims state what is', () => {
  const banned = /\b(should|correctly|works?|properly)\b/i;
  const titles = sources.flatMap((path) =>
    [...text(path).matchAll(/(?:test|describe|says|it)(?:\(|: )(['"`])(.*?)\1/g)].map(
      (match) => `${path}: ${match[2]}`,
    ),
  );
  expect(titles.filter((title) => banned.test(title.replace(/^.*?: /, '')))).toEqual([]);
  expect(titles.length).toBeGreaterThan(50);
});

test('file names say what is in them', () => {
  const vague = /(^|[-/])(manager|helpers?|utils?|service|misc|common)([-.]|$)/;
  expect(files.filter((path) => vague.test(path))).toEqual([]);
  expect(sources.filter((path) => !/^[a-z0-9./-]+$/.test(path))).toEqual([]);
});

test('no file is a god file: 250 lines at most, a verb 60, the README 100', () => {
  const long = [...files, 'README.md'].filter((path) => {
    const limit = path === 'README.md' ? 100 : path.startsWith('scripts/') ? 60 : 250;
    return (
      /\.(ts|md)$/.test(path) && !path.startsWith('reports/') && text(path).split('\n').length - 1 > limit
    );
  });
  expect(long).toEqual([]);
});

test('the README counts what there is', () => {
  const { clauses } = ledger;
  const excluded = clauses.filter(({ level }) => level === 'excluded').length;
  const cases = [...catalogue.exchanges, ...catalogue.migrations].flatMap(
    (file) => file.cases as unknown[],
  ).length;
  const scenarios = catalogue.scenarios.flatMap((file) => file.scenarios).length;
  const { mock, sandbox } = JSON.parse(text('reports/verify.json')).targets;
  const split = (verdicts: string[]) => {
    const upheld = verdicts.filter((verdict) => verdict === 'upheld').length;
    return `${upheld} / ${verdicts.length - upheld}`;
  };
  const readme = text('README.md').replaceAll('\n', ' ');
  expect(readme).toContain(
    `${clauses.length} clauses (documented sentences and table cells, ${excluded} of them`,
  );
  expect(readme).toContain(
    `${openFacts.facts.length} open facts, ${cases} cases and ${scenarios} scenarios.`,
  );
  expect(readme).toContain(`mock ${split(Object.values(mock))}, sandbox ${split(Object.values(sandbox))}.`);
});

test('the README tells the strength that was last counted', () => {
  const { faults, variants } = JSON.parse(text('reports/strength.json')) as Strength;
  const share = (own: readonly FaultResult[], isGood: (fault: FaultResult) => boolean | undefined) =>
    own.length === 0 ? '–' : `${Math.floor((own.filter(isGood).length / own.length) * 100)} %`;
  const observable = faults.filter(({ verdict }) => verdict !== 'unobservable');
  const rowOf = (own: readonly FaultResult[]) => [
    `${own.length}`,
    share(own, ({ verdict }) => verdict === 'caught'),
    ...(['ajv', 'prism', 'pact'] as const).map((name) =>
      share(
        own.filter(({ baselines }) => name in baselines),
        ({ baselines }) => baselines[name],
      ),
    ),
  ];
  const bySight = SIGHTS.map((sight) => rowOf(observable.filter(({ sees }) => sees === sight)));
  const told = [...text('README.md').matchAll(/^\| [^|]+ \| (\d+ \| .*) \|$/gm)].map(([, row = '']) =>
    row.split(' | '),
  );
  expect(told).toEqual([...bySight, rowOf(observable)]);
  expect(text('README.md')).toContain(`${variants.length} providers that differ only`);
});

test('every generated file is fresh and says on its first lines what made it', async () => {
  expect(await staleFiles()).toEqual([]);
  const generated = [...filesBelow('contracts/generated'), ...filesBelow('src/sandbox/generated')];
  const silent = generated.filter((path) => !/Generated by npm run generate/.test(text(path).slice(0, 200)));
  expect(silent).toEqual([]);
});

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}

/** Generated, built or written by a run. */
function isMade(path: string): boolean {
  return [
    'contracts/generated/',
    'contracts/pacts/',
    'src/sandbox/generated/',
    'contracts/dist/',
    'reports/',
    'contracts/node_modules/',
  ].some((made) => path.startsWith(made));
}

function importsOf(path: string): string[] {
  return [...text(path).matchAll(/(?:^(?:import|export|\}) [^;]*?from|\bimport\()\s*'(\.[^']+)'/gm)].map(
    (match) => normalize(join(dirname(path), match[1] ?? '')),
  );
}

function text(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
