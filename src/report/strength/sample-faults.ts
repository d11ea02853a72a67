/** Three faults for the tests of the mutation report: one caught, one survived, one that nobody can observe. */
import type { FaultRow } from '../../../contracts/src/contract/fault-row.ts';
import type { FaultResult } from '../../faults/strength.ts';

const fault = (id: string, more: Partial<FaultResult>): FaultResult => ({
  ...{ id, class: 'status', clause: 'V1-IMPORT-451', says: 'answers with 200', verdict: 'caught' },
  ...{ sees: 'one exchange', isCaughtAlone: true, caughtBy: [], baselines: {} },
  ...more,
});
export const sampleRows = [{ id: 'STATUS-A', edit: { status: 200 } }] as unknown as FaultRow[];
const source = '# A comment.\n- id: STATUS-A\n  clause: V1-IMPORT-451\n- id: STATUS-B\n- id: STATUS-C\n';
export const sampleFaults = [
  fault('STATUS-A', { caughtBy: [{ says: 'a case', file: 'suites/v1/import.ts' }] }),
  fault('STATUS-B', { verdict: 'survived', reason: 'no case sees it' }),
  fault('STATUS-C', { verdict: 'unobservable', reason: 'it is inside' }),
];
export const sampleFiles = new Map([['contracts/faults/status.yaml', source]]);
