// The settings of a target: what a file leaves out has its default, and each setting has the users that its row names.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { defaultSettings } from '../../contracts/src/judge/settings.ts';
import { targetSettings } from './targets/target-file.ts';

const ROOT = join(import.meta.dirname, '../..');

test('a target without settings is judged as a record without a target, but for the host of its web forms', () => {
  const { webFormHosts, ...others } = targetSettings({}, 'https://form.example:8443/x');
  expect(webFormHosts).toEqual(['form.example:8443']);
  expect({ ...others, webFormHosts: [] }).toMatchObject(defaultSettings);
});

// The judges read one record, and the memory a recording.
const FOLDERS = { judge: 'contracts/src', sandbox: 'src/sandbox', runner: 'src/runner' };

test.each(Object.entries(FOLDERS))('every setting that is used by the %s is read there', (user, folder) => {
  const texts = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/settings\.ts$|\.test\.ts$|generated\//.test(path))
    .map((path) =>
      readFileSync(join(ROOT, folder, path), 'utf8').replaceAll(/\/\*\*?[\s\S]*?\*\/|\/\/.*/g, ''),
    );
  const unread = openFacts.facts.flatMap(({ setting, usedBy = [] }) =>
    setting && usedBy.includes(user) && !texts.some((text) => new RegExp(`\\b${setting}\\b`).test(text))
      ? [setting]
      : [],
  );
  expect(unread).toEqual([]);
});
