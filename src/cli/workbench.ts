/** What `explain` shows beyond the published contract: the catalogue of faults, and which cases prove a clause. */
import catalogueOfFaults from '../../contracts/generated/faults.json' with { type: 'json' };
import type { FaultRow } from '../../contracts/src/base/fault-row.ts';
import { count } from '../../contracts/src/base/text.ts';
import type { Catalogue } from '../runner/planned-cases.ts';

/** `proofsOf` names the files with cases that prove a clause, each with how many. */
export function workbench({ exchanges, migrations, scenarios }: Catalogue) {
  const files: readonly { readonly file: string; readonly cases: readonly { readonly clause: string }[] }[] =
    [...exchanges, ...migrations, ...scenarios];
  return {
    faults: catalogueOfFaults.faults as readonly FaultRow[],
    proofsOf: (clause: string) =>
      files.flatMap(({ file, cases }) => {
        const found = cases.filter((each) => each.clause === clause).length;
        return found === 0 ? [] : [`${count(found, 'case')} in ${file}`];
      }),
  };
}
