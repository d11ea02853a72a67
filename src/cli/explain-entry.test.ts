// Every edit of the catalogue of faults in words.
import { expect, test } from 'vitest';
import catalogue from '../../contracts/generated/faults.json' with { type: 'json' };
import type { Edit, FaultRow } from '../../contracts/src/base/fault-row.ts';
import { editText } from './explain-entry.ts';

const rows: readonly [Edit, string][] = [
  [{ set: '/errors/*/type', to: 'TECHNICAL' }, 'puts "TECHNICAL" at /errors/*/type'],
  [{ remove: '/url' }, 'removes /url'],
  [{ rename: '/url', to: 'href' }, 'renames /url to href'],
  [{ copy: '/id', to: 'formId' }, 'copies /id to formId'],
  [{ swap: '/oldBalance', with: 'newBalance' }, 'swaps /oldBalance with newBalance'],
  [{ recode: '/amount', by: 'rounded' }, 'writes /amount in another way: rounded'],
  [{ keep: '/id' }, 'keeps the first value of /id in every later answer'],
  [{ rotate: '/items/*/id' }, 'gives each /items/*/id the value of the next one'],
  [{ repeat: '/items' }, 'repeats the first item of /items'],
  [{ drop: '' }, 'drops the last item of the whole body'],
  [{ reverse: '/items' }, 'reverses /items'],
  [{ truncate: '/items', to: 5 }, 'cuts /items to 5 items'],
  [{ status: 200 }, 'answers with the status 200'],
  [{ header: 'location' }, 'removes the header location'],
  [{ header: 'location', to: '/form' }, 'sets the header location to "/form"'],
  [{ header: 'location', from: '/url' }, 'sets the header location to the value at /url'],
  [{ accept: 'duplicate' }, 'accepts (duplicate) requests'],
  [
    { refuse: 'request', where: '/bank/id', like: '^1$', without: '/name' },
    'refuses (request) requests with /bank/id like ^1$ without /name',
  ],
  [{ set: '/a', from: '/b/c' }, 'puts the value of /b/c at /a'],
  [{ move: '/a/b', to: '/c' }, 'moves /a/b to /c'],
  [{ replace: '/a', by: { x: 'y' } }, 'replaces words of /a: {"x":"y"}'],
  [{ function: 'tokensNeverEnd' }, 'what the function tokensNeverEnd does'],
];

for (const [edit, text] of rows) test(text, () => expect(editText(edit)).toBe(text));

test('every kind of edit in the catalogue is one of these', () => {
  const kindOf = (edit: Edit) => Object.keys(edit)[0];
  const kinds = new Set((catalogue.faults as readonly FaultRow[]).map(({ edit }) => kindOf(edit)));
  expect([...kinds].filter((kind) => !rows.some(([edit]) => kindOf(edit) === kind))).toEqual([]);
});
