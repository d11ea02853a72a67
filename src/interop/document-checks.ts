/** The checks of the published documents, in the order of their rows in the matrix. */
import { asyncapiParser } from './asyncapi-parser.ts';
import type { InteropCheck } from './check.ts';
import { oasdiffCheck } from './oasdiff.ts';
import { openapiTypes } from './openapi-types.ts';
import { prismCheck } from './prism.ts';
import { redoclyLint } from './redocly-lint.ts';
import { spectralCheck } from './spectral.ts';

export const documentChecks: readonly InteropCheck[] = [
  redoclyLint,
  spectralCheck,
  openapiTypes,
  prismCheck,
  asyncapiParser,
  oasdiffCheck,
];
