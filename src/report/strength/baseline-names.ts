/** What the tools of others are called, in the order of the columns. */
import type { BaselineName } from '../../faults/strength.ts';

export const BASELINE_NAMES: Readonly<Record<BaselineName, string>> = {
  ajv: 'ajv alone',
  prism: 'Prism proxy',
  pact: 'Pact verifier',
};

export const BASELINES = Object.keys(BASELINE_NAMES) as readonly BaselineName[];
