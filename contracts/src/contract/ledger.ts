/** The ledgers as data: what the documentation says, clause by clause, and what it leaves open. */

export interface Clause {
  area: string;
  /** The trigger event that it speaks of, as its files are named; absent for a clause of none or of several. */
  event?: string;
  id: string;
  /** The claim, in the words of this project. */
  says: string;
  /** Where it stands in the documentation: section and number, or table. */
  source: string;
  level: 'must' | 'may' | 'excluded';
  /** Why nobody can check it from outside; excluded clauses only. */
  reason?: string;
}

export type SettingValue = string | boolean | readonly string[] | Readonly<Record<string, unknown>>;

export interface OpenFact {
  id: string;
  fact: string;
  source: string;
  /** The setting of a target that closes the fact. */
  setting?: string;
  /** What holds for a target that does not say: what the documentation suggests. */
  default?: SettingValue;
  /** Every value it may have, or in words what it may be. */
  choices?: readonly (string | boolean)[] | string;
  /** The clauses whose verdict depends on the setting; none for what only the sandbox has to choose. */
  leans?: readonly string[];
  /** Why no check depends on the fact. */
  outOfContract?: string;
}
