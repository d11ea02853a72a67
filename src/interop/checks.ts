/** Every check of the matrix, in the order of its rows; one check a file. */
import { areTheTypesWrong } from './are-the-types-wrong.ts';
import { browserBundle } from './browser-bundle.ts';
import type { InteropCheck } from './check.ts';
import { documentChecks } from './document-checks.ts';
import { nodeVersions } from './node-versions.ts';
import { pactStubServer } from './pact-stub-server.ts';
import { publintCheck } from './publint.ts';
import { stockPactVerifier } from './stock-pact-verifier.ts';
import { typescriptConsumers } from './typescript-consumer.ts';

export const checks: readonly InteropCheck[] = [
  ...documentChecks,
  publintCheck,
  areTheTypesWrong,
  ...typescriptConsumers,
  browserBundle,
  stockPactVerifier,
  pactStubServer,
  ...nodeVersions,
];
