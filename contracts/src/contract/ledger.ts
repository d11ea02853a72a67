/** The ledgers as data: what the documentation says, clause by clause, and what it leaves open. */

export interface Clause {
  area: string;
  id: string;
  /** The claim, in the words of this project. */
  says: string;
  /** Where it stands in the documentation: section and number, or table. */
  source: string;
  level: 'must' | 'may' | 'excluded';
  /** Why nobody can check it from outside; excluded clauses only. */
  reason?: string;
}

export interface OpenFact {
  id: string;
  fact: string;
  source: string;
  /** The setting of a target that closes the fact, its default and what it may be. */
  setting?: string;
  default?: string;
  choices?: string;
  /** Why no check depends on the fact. */
  outOfContract?: string;
}
