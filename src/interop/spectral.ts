/** Whether Spectral finds a fault in the published OpenAPI documents. */
import { readFileSync } from 'node:fs';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import type { InteropCheck } from './check.ts';
import { OPENAPI, published } from './published.ts';
import { tool } from './tool.ts';

/** Its types do not know the ruleset that is made for it. */
const oas: unknown = rulesets.oas;

const RULES: RulesetDefinition = {
  extends: [oas as RulesetDefinition],
  rules: {
    // The documentation names nobody to turn to.
    'info-contact': 'off',
    // The V1 import and submission show no success: their documented answer is 451.
    'operation-success-response': 'off',
    // What encrypted details hold is named by `x-details`, which is no reference.
    'oas3-unused-component': 'off',
  },
};

/** Errors and warnings; information and hints are no fault. */
const WARNING = 1;

export const spectralCheck: InteropCheck = {
  tool: tool('@stoplight/spectral-core'),
  says: 'both OpenAPI documents pass its OpenAPI ruleset, warnings included, but for three rules about what is not shown',
  run: async (ground) => {
    const linter = new spectral.Spectral();
    linter.setRuleset(RULES);
    const found = [];
    for (const document of OPENAPI) {
      const results = await linter.run(readFileSync(published(ground, document), 'utf8'));
      found.push(...results.filter(({ severity }) => severity <= WARNING));
    }
    return found.map(({ code, path, message }) => `${code} at /${path.join('/')}: ${message}`);
  },
};
