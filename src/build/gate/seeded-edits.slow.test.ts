// The version gate says of every seeded edit what was written down before the gate was.
import { expect, test } from 'vitest';
import { samplePackage } from '../../test-support/sample-package.ts';
import { seeded, seededEdits } from '../../test-support/seeded-edits.ts';
import { gravest } from './changes.ts';
import { comparePackages } from './compare-packages.ts';

const before = samplePackage();

for (const edit of seededEdits) {
  test(`${edit.id} is ${edit.demands}: ${edit.why}`, async () => {
    const rows = await comparePackages(before, seeded(before, edit));
    const step = gravest(rows) ?? 'none';
    const broken = new Set(rows.filter(({ bump }) => bump === step).map(({ breaks }) => breaks));
    const whom = [...broken].filter((each) => each !== 'none').sort();
    expect([whom.length > 0 ? `${step} for ${whom.join(' and ')}` : step, rows]).toEqual([
      edit.demands,
      rows,
    ]);
  });
}

test('every edit has an id of its own', () => {
  expect(new Set(seededEdits.map(({ id }) => id)).size).toBe(seededEdits.length);
});

test('a release differs from itself in nothing', async () => {
  expect(await comparePackages(before, samplePackage())).toEqual([]);
});
