// `npm run faults` before a run: what is refused before any fault is tried.
import { screens } from '../../src/test-support/screens.ts';
import { faultsCommand } from '../faults.ts';

screens(faultsCommand, {
  help: { calls: { '--help': 0 } },
  'wrong usage': {
    files: { file: '' },
    calls: {
      '--out file': 2,
      '--out file/below': 2,
      '--only V1-IMPORT-STATUS-200 --out there': 64,
      '--only V1-IMPROT-STATUS-200': 64,
      '--only nothing': 64,
      '--sample 0': 64,
      '--seed 7 --only status': 64,
    },
  },
});
