/** Names the files of a catalogue whose cases prove a clause, each with how many they are. */
import { count } from '../../contracts/src/contract/show.ts';
import type { Catalogue } from './planned-cases.ts';

export function proofsOfClause({ exchanges, migrations, scenarios }: Catalogue, clause: string): string[] {
  const files = [
    ...exchanges.map(({ file, cases }) => ({ file, clauses: cases.map((each) => each.clause) })),
    ...migrations.map(({ file, cases }) => ({ file, clauses: cases.map((each) => each.clause) })),
    ...scenarios.map(({ file, scenarios }) => ({ file, clauses: scenarios.map((each) => each.clause) })),
  ];
  return files.flatMap(({ file, clauses }) => {
    const found = clauses.filter((each) => each === clause).length;
    return found === 0 ? [] : [`${count(found, 'case')} in ${file}`];
  });
}
