// Checks the rules of the layout that a machine can check; each failure says which rule and why.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import ledger from './contracts/generated/clauses.json' with { type: 'json' };
import { operations, triggerEvents } from './contracts/generated/operations.ts';
import open from './contracts/generated/validators/open.js';
import { requestKinds } from './contracts/src/base/flows.ts';
import { exchangeChecks } from './contracts/src/judge/exchange-checks.ts';
import { eventChecks } from './contracts/src/judge/judge-message.ts';
import type { OperationId } from './contracts/src/judge/operation.ts';
import { table } from './contracts/src/migration/mapping-table.ts';
import { staleFiles } from './scripts/generate/generated-files.ts';
import { clausesOfCall, clausesOfSchemas } from './src/base/schema-places.ts';
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
  ['contracts/src/messages', 'base', 'a message is built from the documents and a cipher'],
  ['contracts/src/node', 'base', 'it reads the files of the package'],
  ['contracts/src/judge', 'migration messages base', 'the mapping knows the names of the other version'],
  ['contracts/src/migration', 'base', 'the mapping does not judge'],
  ['contracts/src/client', 'base', 'a consumer who only calls does not load the judges'],
  ['contracts/src/integrations', 'judge messages base contracts/src/judge.entry.ts', 'it adapts verdicts'],
  ['contracts/src/recordings', 'judge migration messages base', 'a record is an exchange or a body'],
  ['src/base', 'base', 'errors, words and schemas that all parts of the program share'],
  ['src/http', 'src/base/ base', 'it sends and receives HTTP and does not look inside'],
  ['src/evidence', `src/base/ ${PARTS.join(' ')}`, 'it compares the records of a recording'],
  [
    'src/sandbox',
    'messages base src/http/ src/base/',
    'the service under test knows neither judges nor cases',
  ],
  [
    'src/runner',
    `src/sandbox/ src/evidence/ src/http/ src/base/ ${PARTS.join(' ')}`,
    'it runs cases against targets',
  ],
  [
    'src/faults',
    'src/runner/ src/sandbox/ src/base/ messages base',
    'it makes the sandbox misbehave, judges nothing',
  ],
  [
    'src/report',
    `src/runner/ src/evidence/ src/base/ contracts/outputs/ contracts/package.json ${PARTS.join(' ')}`,
    'it makes no run',
  ],
  [
    'suites',
    'src/runner/ src/base/ contracts/',
    'cases are data over the types of the runner and know no sandbox',
  ],
  ['src/cli', 'src/ contracts/ suites/', 'it is the program, which imports nothing of the workshop'],
  ['scripts', 'src/ contracts/ suites/', 'the workshop generates, packs, plays faults and measures'],
];

const files = FOLDERS.flatMap((folder) => filesBelow(folder)).filter((path) => !isMade(path));
const texts = new Map(files.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
const text = (path: string) => texts.get(path) ?? '';
const lineCount = (path: string) => text(path).split('\n').length - 1;
const sources = files.filter((path) => path.endsWith('.ts'));
const products = sources.filter((path) => !/\.test\.ts$|^src\/test-support\//.test(path));
/** By product file, the files that it imports. */
const imports = new Map(products.map((path) => [path, importsOf(path)]));
/** Each import that is wrong, as `from imports to`. */
const wrongImports = (isWrong: (from: string, to: string) => boolean) =>
  [...imports].flatMap(([from, all]) =>
    all.filter((to) => isWrong(from, to)).map((to) => `${from} imports ${to}`),
  );
/** Names that more than one of the places has. */
const twice = (places: readonly { name: string; path: string }[]) =>
  [...Map.groupBy(places, ({ name }) => name).values()].filter((of) => of.length > 1).flat();

test.each(ARROWS)('%s imports only from %s, because %s', (folder, may) => {
  const named = may.split(' ').map((name) => (PARTS.includes(name) ? `contracts/src/${name}/` : name));
  const allowed = [`${folder}/`, 'contracts/generated/', ...named.filter(Boolean)];
  expect(products.some((path) => path.startsWith(`${folder}/`))).toBe(true);
  const isAllowed = (to: string) => allowed.some((place) => to.startsWith(place));
  expect(wrongImports((from, to) => from.startsWith(`${folder}/`) && !isAllowed(to))).toEqual([]);
});

/** Who takes any error, or goes on despite it, and why. */
const ANY_ERROR: Readonly<Record<string, string>> = {
  'scripts/package/consumer.ts': 'a command that fails is an error of child_process, which has its exit code',
  'src/base/errors.ts': 'despiteAnyError is here, which the others use',
  'src/cli/exit-codes.ts': 'the top: it prints the error and decides the exit code',
  'src/cli/messages/listen.ts': 'a server reports an error and prints the next message',
  'src/cli/provider/verify.ts': 'any error that comes before a verdict is in the reports, too, and thrown',
  'src/cli/recordings/record/recorded-line.ts': 'TextDecoder has no class of errors: it looks at their codes',
  'src/cli/recordings/record/recording-proxy.ts': 'a server reports an error, answers 502 and serves on',
  'src/faults/switchable-faults.ts': 'a fault of the user may throw anything, also as it loads: it is named',
  'src/http/receiver.ts': 'a server reports an error, answers 500 and serves on',
  'src/http/unpacked.ts': 'zlib has no class of errors: it looks at their codes',
  'src/report/write-reports.ts': 'an error in one report is thrown when the others are written',
  'src/runner/pace.ts': 'the caller gets the error of a call that is ended, and the next call has its turn',
  'src/runner/run.ts': 'an error of ours is thrown when the reports of the run are written',
  'src/runner/targets/target-cipher.ts': 'a cipher of the user may throw anything: it is named',
  'src/runner/targets/target-tls.ts': 'OpenSSL has no class of errors: it looks at their codes',
  'src/sandbox/batch-update/batch-updates.ts': 'a server reports an error and sends the next message',
  'src/sandbox/batch-update/outbox.ts': 'a server reports an error and delivers the next message',
  'src/sandbox/http-server.ts': 'a server reports an error, answers 500 and serves on',
};

const NAMED_ERROR = /^\s*\(?\w+\) (=> )?\{?\s*only\(/;
const VAGUE = /(^|[-/])(manager|helpers?|utils?|misc)([-.]|$)|[^a-z0-9./_-].*\.ts$/;
const BANNED = /\b(should|correctly|works?|properly)\b/i;
const TITLES = /(?:test|describe|says|it)(?:\(|: )(['"`])(.*?)\1/g;

/** What breaks each rule. */
const RULES: Readonly<Record<string, () => readonly unknown[]>> = {
  'every source file is in a folder of the layout': () =>
    products.filter(
      (path) =>
        !/^(contracts\/)?src\/[^/]+\.entry\.ts$/.test(path) &&
        !ARROWS.some(([folder]) => path.startsWith(`${folder}/`)),
    ),
  'cases and scenarios name the file that they are in': () =>
    products.filter((path) => {
      const named = /(?:[cC]ases|scenarios)\('(suites\/[^']+)', /.exec(text(path))?.[1];
      return path.startsWith('suites/') && named !== undefined && named !== path;
    }),
  'only tests and the bench import what is made for tests': () =>
    wrongImports((from, to) => to.startsWith('src/test-support/') && !/^scripts\/bench\.ts$/.test(from)),
  'no import leads back to where it started': () => {
    // A file whose imports are in no circle is taken away, until only those that lead into one are left.
    const left = new Map(imports);
    const isFree = (path: string) => !imports.get(path)?.some((to) => left.has(to));
    for (let free = [...left.keys()]; free.length > 0; free = [...left.keys()].filter(isFree))
      for (const path of free.filter(isFree)) left.delete(path);
    return [...left.keys()];
  },
  'the published sources run in a browser: only contracts/src/node imports modules of Node': () =>
    products.filter((path) => /^contracts\/src\/(?!node\/)/.test(path) && /from 'node:/.test(text(path))),
  'a catch names the error that it expects, so that a bug never looks like bad input': () =>
    products.filter((path) => {
      const [, ...caught] = text(path).split(/(?:\} catch (?=\()|\} catch(?= \{)|\.catch\()/);
      const isWide = caught.some((part) => !NAMED_ERROR.test(part));
      return (isWide || /allSettled\(|\bdespiteAnyError\b/.test(text(path))) !== path in ANY_ERROR;
    }),
  'every hand-written file opens with a sentence that says what it is for': () =>
    files.filter((path) => {
      if (path.endsWith('.ts')) return !/^(#!.*\n)?(\/\*\*?|\/\/)\s*(\*\s*)?\S/.test(text(path));
      return path.endsWith('.yaml') && !text(path).startsWith('# ');
    }),
  'titles and claims state what is': () =>
    sources.flatMap((path) =>
      [...text(path).matchAll(TITLES)].flatMap(([, , title = '']) => (BANNED.test(title) ? [title] : [])),
    ),
  'file names say what is in them': () => files.filter((path) => VAGUE.test(path)),
  'no source file is longer than 400 lines': () => sources.filter((path) => lineCount(path) > 400),
  'a file of under 40 lines with one importer in its folder is part of that importer': () =>
    // The list of verbs names each verb and imports none before it is called, and each event has a file of its own.
    products.filter((path) => {
      if (/\.entry\.ts$|^src\/cli\/|\/events\//.test(path) || lineCount(path) >= 40) return false;
      const [importer = '', ...others] = products.filter((other) => imports.get(other)?.includes(path));
      return others.length === 0 && dirname(importer) === dirname(path);
    }),
  'no two source files have one name, but those of a trigger event': () =>
    twice(
      sources.filter((path) => !path.includes('/events/')).map((path) => ({ path, name: basename(path) })),
    ),
  'no two exported types have one name': () =>
    // The client has the requests of both versions, and an entry file publishes types of the documents.
    twice(
      products
        .filter((path) => !/\.entry\.ts$|^contracts\/src\/client\/v[12]\.ts$/.test(path))
        .flatMap((path) =>
          [...text(path).matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(([, name = '']) => ({
            path,
            name,
          })),
        ),
    ),
};

test.each(Object.entries(RULES))('%s', (_, broken) => {
  expect(broken()).toEqual([]);
});

test('the rules are about files, imports and titles that are there', () => {
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const ours = folders.map(({ name }) => name).filter((name) => !/^\.|^node_modules$/.test(name));
  expect(ours.sort()).toEqual(FOLDERS);
  expect([...imports.values()].flat().length).toBeGreaterThan(products.length);
  expect(sources.flatMap((path) => text(path).match(TITLES) ?? []).length).toBeGreaterThan(50);
});

/** Where files of one trigger event are, and what a user of the package writes. */
const NAMING_EVENTS =
  /^(openapi\/messages|(contracts\/(clauses|faults|src\/judge)|src\/sandbox|suites)\/events|scripts\/interop\/consumer)\//;
/** Files about the own rule of an event, which a further event leaves as they are. */
const ABOUT_ONE_EVENT: Readonly<Record<string, string>> = {
  'contracts/variants.yaml': 'each is a difference that an open fact of one event allows',
  'openapi/control.yaml': 'an example of a world has a rule of one event',
  'src/runner/callback-preflight.ts': 'an update that one rule of these misses is still seen by another',
};

test('a trigger event is named in its own files, and elsewhere only in prose', () => {
  const word = triggerEvents.join('|');
  const inTypeScript = new RegExp(`['"](${word})['"]|^ *(${word}):`, 'm');
  const inYaml = new RegExp(`^ *(${word}):|: (${word})$|[[ ](${word})[,}\\]]`, 'm');
  const isNaming = (path: string) => {
    const own = text(path).replace(/# Generated by.*?# The end of what is generated|^ *\* .*?$/gms, '');
    return (path.endsWith('.yaml') ? inYaml : inTypeScript).test(own);
  };
  const all = [...products, ...files.filter((path) => path.endsWith('.yaml'))];
  const found = all.filter((path) => !NAMING_EVENTS.test(path) && isNaming(path));
  expect(found.sort()).toEqual(Object.keys(ABOUT_ONE_EVENT));
});

/** Clauses of an event that another file names: what several events share needs or breaks a part that these add. */
const CLAUSES_OF_EVENTS: Readonly<Record<string, string>> = {
  'contracts/clauses/rules.yaml':
    'MESSAGE-HIGH-COUNT MESSAGE-HIGH-DETAILS-LIST MESSAGE-HIGH-FIRES MESSAGE-TRANSACTIONS-COUNT ' +
    'MESSAGE-TRANSACTIONS-DETAILS-LIST MESSAGE-TRANSACTIONS-FIRES RULE-BALANCE-ACCOUNT-IDS ' +
    'RULE-BANK-CONNECTION-IDS RULE-CATEGORY-ID RULE-FOREIGN-ACCOUNT-IDS RULE-TERMS-NO-PARAMS ' +
    'RULE-TRANSACTIONS-ACCOUNT-IDS RULE-TRANSACTIONS-MAX-COUNT',
  'contracts/faults/requests.yaml': 'RULE-BANK-CONNECTION-IDS RULE-WAIT-V1-REFUSED RULE-WAIT-V2',
  'contracts/src/judge/exchange-checks.ts': 'RULE-WAIT-V1-REFUSED',
  'openapi/schemas/access-bodies.yaml': 'RULE-BANK-CONNECTION-IDS',
  'src/runner/scenarios/message-difference.ts':
    'MESSAGE-LOGIN-UNKNOWN-REASON MESSAGE-LOGIN-WRONG-CREDENTIALS',
};

test('the clauses of a trigger event are named in its own files, in cases and in open facts', () => {
  const ofEvents = new Set(ledger.clauses.flatMap((clause) => ('event' in clause ? clause.id : [])));
  const all = [...products, ...files.filter((path) => path.endsWith('.yaml'))];
  const others = all.filter((path) => !NAMING_EVENTS.test(path) && !/^suites|not-shown\.yaml$/.test(path));
  const found = others.flatMap((path) => {
    const ids = new Set(idsIn(path)).intersection(ofEvents);
    return ids.size > 0 ? [[path, [...ids].sort().join(' ')]] : [];
  });
  expect(Object.fromEntries(found)).toEqual(CLAUSES_OF_EVENTS);
});

test('the id of a clause is written out in the schema, case, scenario or check that enforces it', () => {
  const exchanges = Object.values(exchangeChecks).flat();
  const messages = Object.values(eventChecks).flat();
  const cases = [...catalogue.exchanges, ...catalogue.migrations].flatMap((file) => [...file.cases]);
  const scenarios = catalogue.scenarios.flatMap((file) => [...file.cases]);
  const calls = (Object.keys(operations) as OperationId[]).flatMap(clausesOfCall);
  const mapped = requestKinds.flatMap((kind) => table[kind]);
  const ofTokens = [...catalogue.exchanges].flatMap((file) =>
    file.cases.flatMap(({ accepts }) =>
      (accepts?.pairs ?? []).filter(({ baseline }) => Array.isArray(baseline)),
    ),
  );
  // The cases of acceptance are derived from the schemas.
  const enforcing: [folders: string, ids: string[]][] = [
    ['openapi/', [...calls, ...clausesOfSchemas(Object.keys(open))]],
    ['contracts/migration/', mapped.map(({ clause }) => clause)],
    ['suites/ openapi/', [...cases, ...scenarios, ...ofTokens].map(({ clause }) => clause)],
    ['contracts/src/judge/ openapi/', [...exchanges, ...messages].map(({ clause }) => clause)],
  ];
  const assembled = enforcing.flatMap(([folders, ids]) => {
    const isIn = (path: string) => folders.split(' ').some((folder) => path.startsWith(folder));
    const own = files.filter((path) => isIn(path) && !path.endsWith('.test.ts'));
    const written = new Set(own.flatMap(idsIn));
    return [...new Set(ids)].filter((id) => !written.has(id)).map((id) => `${id} in ${folders}`);
  });
  expect(assembled).toEqual([]);
  const enforced = new Set(enforcing.flatMap(([, ids]) => ids));
  const due = ledger.clauses.filter(({ id, excluded }) => !excluded && !enforced.has(id));
  expect(due.map(({ id }) => id)).toEqual([]);
});

test('every generated file is fresh and says on its first lines what made it', async () => {
  expect(await staleFiles()).toEqual([]);
  const folders = ['contracts/generated', 'src/sandbox/generated', 'src/faults/generated'];
  const silent = folders
    .flatMap(filesBelow)
    .filter(
      (path) => !/Generated by npm run generate/.test(readFileSync(join(ROOT, path), 'utf8').slice(0, 200)),
    );
  expect(silent).toEqual([]);
});

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}

/** Generated, built or written by a run. */
function isMade(path: string): boolean {
  const made = 'contracts/(generated|pacts|dist|node_modules)|src/(sandbox|faults)/generated|reports';
  return new RegExp(`^(${made})/`).test(path);
}

function importsOf(path: string): string[] {
  const targets = text(path).matchAll(/(?:^(?:import|export|\}) [^;]*?from|\bimport\()\s*'(\.[^']+)'/gm);
  return [...targets].map(([, target = '']) => normalize(join(dirname(path), target)));
}

/** What looks like the id of a clause. */
function idsIn(path: string): string[] {
  return text(path).match(/[A-Z][A-Z0-9]*(-[A-Z0-9]+)+/g) ?? [];
}
