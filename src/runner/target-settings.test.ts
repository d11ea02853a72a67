/** The settings of a target are those of the not-shown ledger, on every side: names, defaults, choices, and none unread. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import type { OpenFact } from '../../contracts/src/base/ledgers.ts';
import { defaultSettings as judgeDefaults, judgeSettings } from '../../contracts/src/judge/settings.ts';
import { defaultSettings as sandboxDefaults } from '../sandbox/sandbox-settings.ts';
import schema from './target.schema.json' with { type: 'json' };
import { defaultTargetSettings, sandboxSettings, withDefaults } from './target-settings.ts';
import { readTargetFile } from './targets/target-file.ts';

const ROOT = join(import.meta.dirname, '../..');
const facts = (openFacts.facts as OpenFact[]).filter(({ setting }) => setting !== undefined);
const ledger = Object.fromEntries(facts.map((fact) => [fact.setting ?? '', fact.default]));
const properties: Record<string, object> = schema.properties.settings.properties;

test('the ledger, the schema of target files, the drive and the example have the same settings and defaults', async () => {
  expect(defaultTargetSettings).toEqual(ledger);
  expect(Object.keys(properties).toSorted()).toEqual(Object.keys(ledger).toSorted());
  const example = await readTargetFile(join(ROOT, 'suites/targets/remote.example.yaml'));
  expect(example.settings).toEqual(ledger);
});

test('the choices of the ledger are those that a target file may name', () => {
  const words = facts.filter(({ choices }) => Array.isArray(choices));
  expect(words.length).toBeGreaterThanOrEqual(13);
  for (const { setting = '', choices } of words) {
    const { enum: listed, type } = properties[setting] as { enum?: unknown[]; type?: string };
    expect([setting, type === 'boolean' ? [true, false] : listed]).toEqual([setting, choices]);
  }
});

test('every default is legal in a target file', () => {
  const ajv = new Ajv2020({ formats: { regex: true } });
  for (const [name, property] of Object.entries(properties))
    expect([name, ajv.validate(property, ledger[name])]).toEqual([name, true]);
});

test('the judges and the sandbox have the defaults of the ledger for what they read', () => {
  const judged = Object.entries(judgeDefaults).filter(([name]) => name in ledger);
  expect(judged.length).toBe(12);
  for (const [name, value] of judged) expect([name, value]).toEqual([name, ledger[name]]);
  // How long things last is no fact of the documentation.
  const own = ['tokenLifetime', 'webFormLifetime', 'deliveryTimeLimit'];
  for (const [name, value] of Object.entries(sandboxDefaults))
    if (!own.includes(name)) expect([name, value]).toEqual([name, ledger[name]]);
});

test('a target without settings is judged as a record without a target', () => {
  const { webFormHosts, ...others } = judgeSettings(withDefaults(), 'https://form.example:8443/x');
  expect(webFormHosts).toEqual(['form.example:8443']);
  expect(others).toEqual(judgeDefaults);
});

test('a prefix that a file leaves out keeps its default', () => {
  expect(withDefaults({ apiVersionPrefixes: { v1: '/one' } }).apiVersionPrefixes).toEqual({
    v1: '/one',
    v2: '/api/v2',
  });
});

test('no setting is read by nothing', () => {
  // What states, names or passes on a setting reads nothing of it.
  const stated = /(settings|settings-problem)(\.test)?\.ts$|\.test\.ts$|generated\//;
  const rooms = ['src/runner', 'src/sandbox', 'contracts/src/judge'];
  const sources = rooms.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !stated.test(path))
      .map((path) =>
        readFileSync(join(ROOT, room, path), 'utf8').replaceAll(/\/\*\*?[\s\S]*?\*\/|\/\/.*/g, ''),
      ),
  );
  const unread = Object.keys(ledger).filter(
    (name) => !sources.some((text) => new RegExp(`\\b${name}\\b`).test(text)),
  );
  expect(unread).toEqual([]);
});

test('whatever the sandbox can be told is passed on to it', () => {
  const settings = withDefaults({
    userExists: 'accepted',
    accessPrefix: '/bank',
    fieldAliases: { id: ['uuid'] },
  });
  expect(sandboxSettings(settings)).toMatchObject({ userExists: 'accepted', accessPrefix: '/bank' });
  expect(sandboxSettings(settings)).not.toHaveProperty('fieldAliases');
});
