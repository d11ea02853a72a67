// The top entry of the changelog is that of the package and of every document, and knows what is published.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { member } from '../../contracts/src/base/json-value.ts';
import { PROJECT, readYaml } from '../project.ts';
import { CONTRACTS } from './entries.ts';

const changelog = readFileSync(join(CONTRACTS, 'CHANGELOG.md'), 'utf8');
const [, version, entry = ''] = /^## (\S+).*?\n(.*?)(?=^## )/ms.exec(changelog) ?? [];

test('the package, its documents and the top entry have one version', () => {
  const versions = globSync('openapi/*.yaml', { cwd: PROJECT }).map((path) => [
    path,
    member(member(readYaml(path), 'info'), 'version'),
  ]);
  expect(versions).not.toEqual([]);
  expect(versions.filter(([, each]) => each !== version)).toEqual([]);
  expect(manifest.version).toBe(version);
});

test('documents, schemas and clauses are those that the top entry tells of', () => {
  const paths = globSync(['*.json', 'schemas/*.json'], { cwd: join(CONTRACTS, 'generated') }).sort();
  const hash = createHash('sha256');
  for (const path of paths)
    hash.update(`${path}\n${readFileSync(join(CONTRACTS, 'generated', path), 'utf8')}`);
  const digest = hash.digest('hex').slice(0, 16);
  expect(entry, 'Say there what changed, then put this digest in.').toContain(`Digest: \`${digest}\``);
});
