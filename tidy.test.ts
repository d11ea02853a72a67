// Checks the rules of the layout that a machine can check; each failure says which rule and why.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import ledger from './contracts/generated/clauses.json' with { type: 'json' };
import { operations, triggerEvents } from './contracts/generated/operations.ts';
import open from './contracts/generated/validators/open.js';
import { exchangeChecks } from './contracts/src/judge/exchange-checks.ts';
import { eventChecks } from './contracts/src/judge/judge-message.ts';
import { clausesOfCall, clausesOfSchemas, type OperationId } from './contracts/src/judge/operation.ts';
import { table } from './contracts/src/migration/mapping-table.ts';
import { staleFiles } from './scripts/generate/generated-files.ts';
import { catalogue } from './suites/catalogue.ts';

const ROOT = import.meta.dirname;
const FOLDERS = ['contracts', 'docs', 'openapi', 'reports', 'scripts', 'src', 'suites'];

/** The folders of contracts/src. */
const PARTS = ['base', 'messages', 'judge', 'migration', 'client', 'integrations', 'recordings'];

/**
 * Where the files of a folder may import from, beside their own folder and contracts/generated: folders of contracts/src, and
 * places from the root. Arrows point down: never sideways, never up.
 */
const ARROWS: readonly (readonly [folder: string, may: string, because: string])[] = [
  ['contracts/src/base', '', 'everything else builds on it'],
  [
    'contracts/src/messages',
    'base',
    'a message is built from the documents and a cipher, and judged elsewhere',
  ],
  ['contracts/src/node', 'base', 'it reads the files of the package'],
  ['contracts/src/judge', 'messages base', 'a judge reads what was exchanged and nothing else'],
  ['contracts/src/migration', 'base', 'the mapping does not judge'],
  ['contracts/src/client', 'base', 'a consumer who only calls does not load the judges'],
  [
    'contracts/src/integrations',
    'judge messages base contracts/src/judge.entry.ts',
    'it adapts verdicts and fixtures to test runners, by what the package publishes',
  ],
  [
    'contracts/src/recordings',
    'judge migration messages base',
    'a record becomes an exchange, which only the judge knows, and a body of V1 or V2 names its flow',
  ],
  ['src/schemas', 'base', 'it compiles schemas and knows none'],
  ['src/http', 'base', 'it sends and receives HTTP and does not look inside'],
  [
    'src/evidence',
    PARTS.join(' '),
    'it compares the records of a recording with each other and with the mapping',
  ],
  [
    'src/sandbox',
    'messages base src/http/ src/schemas/',
    'the service under test must not import its judges, its mapping or its cases',
  ],
  [
    'src/runner',
    `src/sandbox/ src/evidence/ src/http/ src/schemas/ ${PARTS.join(' ')}`,
    'it starts targets and runs cases against them',
  ],
  [
    'src/faults',
    'src/runner/ src/sandbox/ messages base',
    'it makes the sandbox misbehave and judges nothing',
  ],
  [
    'src/report',
    `src/runner/ src/evidence/ src/schemas/ contracts/outputs/ contracts/package.json ${PARTS.join(' ')}`,
    'it writes results and makes no run',
  ],
  ['suites', 'src/runner/ contracts/', 'cases are data over the types of the runner and know no sandbox'],
  ['src/cli', 'src/ contracts/ suites/', 'it is the program, which imports nothing of the workshop'],
  ['scripts', 'src/ contracts/ suites/', 'the workshop generates, packs, plays faults and measures'],
];

const files = FOLDERS.flatMap((folder) => filesBelow(folder)).filter((path) => !isMade(path));
const sources = files.filter((path) => path.endsWith('.ts'));
const products = sources.filter(
  (path) => !path.endsWith('.test.ts') && !path.startsWith('src/test-support/'),
);

test('the top-level folders are those of the layout', () => {
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const ours = folders
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules');
  expect(ours.sort()).toEqual(FOLDERS);
});

test.each(ARROWS)('%s imports only from %s, because %s', (folder, may) => {
  const named = may.split(' ').map((name) => (PARTS.includes(name) ? `contracts/src/${name}/` : name));
  const allowed = [`${folder}/`, 'contracts/generated/', ...named.filter(Boolean)];
  const own = products.filter((path) => path.startsWith(`${folder}/`));
  expect(own).not.toEqual([]);
  const wrong = own
    .flatMap((path) => importsOf(path).map((target) => ({ path, target })))
    .filter(({ target }) => !allowed.some((place) => target.startsWith(place)))
    .map(({ path, target }) => `${path} imports ${target}`);
  expect(wrong).toEqual([]);
});

test('cases and scenarios name the file that they are in', () => {
  const suites = sources.filter((path) => path.startsWith('suites/'));
  const named = suites.flatMap((path) =>
    [...text(path).matchAll(/(?:[cC]ases|scenarios)\('(suites\/[^']+)', /g)].map(([, file]) => [file, path]),
  );
  expect(named.map(([file]) => file)).toEqual(named.map(([, path]) => path));
  expect(named.length).toBeGreaterThan(20);
});

test('every source file is in a folder of the layout', () => {
  const entries = /^contracts\/src\/[^/]+\.entry\.ts$/;
  const elsewhere = products.filter(
    (path) => !entries.test(path) && !ARROWS.some(([folder]) => path.startsWith(`${folder}/`)),
  );
  expect(elsewhere).toEqual([]);
});

test('only tests, the bench and the soak import what is made for tests', () => {
  const wrong = products.filter(
    (path) =>
      !/^scripts\/(bench|soak)\.ts$/.test(path) &&
      importsOf(path).some((target) => target.startsWith('src/test-support/')),
  );
  expect(wrong).toEqual([]);
});

test('no import leads back to where it started', () => {
  expect(importCircles(products)).toEqual([]);
});

test('the published sources run in a browser: only contracts/src/node imports modules of Node', () => {
  const wrong = products.filter(
    (path) =>
      path.startsWith('contracts/src/') &&
      !path.startsWith('contracts/src/node/') &&
      /from 'node:/.test(text(path)),
  );
  expect(wrong).toEqual([]);
});

/** Where any error is taken, and why. */
const CATCH_ALL: Readonly<Record<string, string>> = {
  'src/cli/exit-codes.ts': 'the top: it prints the error and decides the exit code',
  'src/runner/targets/target-cipher.ts': 'a cipher of the user may throw anything: it is named',
  'src/faults/switchable-faults.ts': 'a fault of the user may throw anything: it is named',
  'scripts/faults/share-out.ts': 'a mutant may break its thread in any way',
  'scripts/faults/stock/stock-worker.ts': 'a mutant may break a case in any way',
  'src/cli/recordings/record/recorded-line.ts':
    'zlib and TextDecoder have no class of errors: it looks at their codes',
  'scripts/package/consumer.ts': 'a command that fails is an error of child_process, which has its exit code',
  'scripts/pacts/verify-pacts.ts': 'the verifier of Pact reports failures by an error',
};

test('a catch names the error that it expects, so that a bug never looks like bad input', () => {
  const named = /^\s*\(?\w+\) (=> )?\{?\s*only\(/;
  const wide = products
    .filter((path) => !Object.keys(CATCH_ALL).some((place) => path.startsWith(place)))
    .flatMap((path) => {
      const parts = text(path)
        .split(/(?:\} catch (?=\()|\} catch(?= \{)|\.catch\()/)
        .slice(1);
      return parts.filter((part) => !named.test(part)).map((part) => `${path}: catch ${part.slice(0, 60)}`);
    });
  expect(wide).toEqual([]);
});

test('every hand-written file opens with a sentence that says what it is for', () => {
  const silent = files.filter((path) => {
    if (path.endsWith('.ts')) return !/^(#!.*\n)?(\/\*\*?|\/\/)\s*(\*\s*)?\S/.test(text(path));
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
  const vague = /(^|[-/])(manager|helpers?|utils?|misc)([-.]|$)/;
  expect(files.filter((path) => vague.test(path))).toEqual([]);
  expect(sources.filter((path) => !/^[a-z0-9./-]+$/.test(path))).toEqual([]);
});

test('no source file is longer than 400 lines', () => {
  expect(sources.filter((path) => lineCount(path) > 400)).toEqual([]);
});

test('a file of under 40 lines with one importer in its folder is part of that importer', () => {
  // The list of verbs names each verb and imports none before it is called.
  const small = products.filter((path) => {
    if (/\.entry\.ts$|^src\/cli\//.test(path) || lineCount(path) >= 40) return false;
    const importers = products.filter((other) => importsOf(other).includes(path));
    return importers.length === 1 && dirname(importers[0] ?? '') === dirname(path);
  });
  expect(small).toEqual([]);
});

test('no two source files have one name, but those of a trigger event', () => {
  const others = sources.filter((path) => !path.includes('/events/'));
  const byName = Map.groupBy(others, (path) => path.slice(path.lastIndexOf('/') + 1));
  expect([...byName.values()].filter((paths) => paths.length > 1)).toEqual([]);
});

test('no two exported types have one name', () => {
  // The client has the requests of both versions, and an entry file publishes types of the documents.
  const named = products
    .filter((path) => !/\.entry\.ts$|^contracts\/src\/client\/v[12]\.ts$/.test(path))
    .flatMap((path) =>
      [...text(path).matchAll(/^export (?:interface|type|class) (\w+)/gm)].map((match) => ({
        path,
        name: match[1] ?? '',
      })),
    );
  const twice = [...Map.groupBy(named, ({ name }) => name).values()].filter((places) => places.length > 1);
  expect(twice).toEqual([]);
});

/** Where files of one trigger event are, and what a user of the package writes. */
const NAMING_EVENTS = [
  ...[
    'openapi/messages/',
    'contracts/clauses/events/',
    'contracts/faults/events/',
    'contracts/src/judge/events/',
  ],
  ...['src/sandbox/events/', 'suites/events/', 'scripts/interop/consumer/'],
];
/** Files about the own rule of an event, which a further event leaves as they are. */
const ABOUT_ONE_EVENT: Readonly<Record<string, string>> = {
  'contracts/variants.yaml': 'each is a difference that an open fact of one event allows',
  'src/runner/callback-preflight.ts': 'an update that one rule of these misses is still seen by another',
};

test('a trigger event is named in its own files, and elsewhere only in prose', () => {
  const word = triggerEvents.join('|');
  const inTypeScript = new RegExp(`['"](${word})['"]|^ *(${word}):`, 'm');
  const inYaml = new RegExp(`^ *(${word}):|: (${word})$|[[ ](${word})[,}\\]]`, 'm');
  const isNaming = (path: string) => {
    const own = text(path).replace(/# Generated by.*?# The end of what is generated/gs, '');
    return (path.endsWith('.yaml') ? inYaml : inTypeScript).test(own);
  };
  const found = [...products, ...files.filter((path) => path.endsWith('.yaml'))].filter(
    (path) => !NAMING_EVENTS.some((folder) => path.startsWith(folder)) && isNaming(path),
  );
  expect(found.sort()).toEqual(Object.keys(ABOUT_ONE_EVENT));
});

test('the id of a clause is written out in the schema, case, scenario or check that enforces it', () => {
  const exchanges = Object.values(exchangeChecks).flat();
  const messages = Object.values(eventChecks).flat();
  const cases = [...catalogue.exchanges, ...catalogue.migrations].flatMap((file) => [...file.cases]);
  const scenarios = catalogue.scenarios.flatMap((file) => [...file.cases]);
  const calls = (Object.keys(operations) as OperationId[]).flatMap(clausesOfCall);
  const mapped = [...table.import, ...table.payment, ...table.submit];
  // The cases of acceptance are derived from the schemas.
  const enforcing: [folders: string, ids: string[]][] = [
    ['openapi/', [...calls, ...clausesOfSchemas(Object.keys(open))]],
    ['contracts/migration/', mapped.map(({ clause }) => clause)],
    ['suites/ openapi/', [...cases, ...scenarios].map(({ clause }) => clause)],
    ['contracts/src/judge/ openapi/', [...exchanges, ...messages].map(({ clause }) => clause)],
  ];
  const assembled = enforcing.flatMap(([folders, ids]) => {
    const isIn = (path: string) => folders.split(' ').some((folder) => path.startsWith(folder));
    const own = files.filter((path) => isIn(path) && !path.endsWith('.test.ts'));
    const written = new Set(own.flatMap((path) => text(path).match(/[A-Z][A-Z0-9]*(-[A-Z0-9]+)+/g) ?? []));
    return [...new Set(ids)].filter((id) => !written.has(id)).map((id) => `${id} in ${folders}`);
  });
  expect(assembled).toEqual([]);
  const enforced = new Set(enforcing.flatMap(([, ids]) => ids));
  const due = ledger.clauses.filter(({ id, excluded }) => !excluded && !enforced.has(id));
  expect(due.map(({ id }) => id)).toEqual([]);
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

/** The circles among the imports of these files, each as the path that closes it. */
function importCircles(paths: readonly string[]): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, way: string[]): void => {
    if (way.includes(path)) {
      circles.push([...way.slice(way.indexOf(path)), path].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const target of importsOf(path)) if (paths.includes(target)) visit(target, [...way, path]);
    done.add(path);
  };
  for (const path of paths) visit(path, []);
  return circles;
}

function lineCount(path: string): number {
  return text(path).split('\n').length - 1;
}

function text(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
