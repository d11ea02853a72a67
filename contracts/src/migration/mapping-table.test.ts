// A body is recognised by its field names, and mixed-up files are reported.
import { expect, test } from 'vitest';
import { flowKinds, type RequestKind, requestKinds, type Version } from '../base/flows.ts';
import { recognise } from './mapping-table.ts';

const cases: readonly [string, object, Version, readonly RequestKind[], boolean][] = [
  ['a bank id', { bankId: 1 }, 'V1', ['import'], false],
  ['an IBAN and orders', { iban: '', moneyTransfers: [] }, 'V1', ['payment'], false],
  ['a payment id and an interface', { paymentId: 1, interface: 'XS2A' }, 'V1', ['submit'], false],
  ['an interface alone', { interface: 'XS2A' }, 'V1', ['import', 'submit'], false],
  ['a field that both versions share', { executionDate: '' }, 'V1', ['payment'], false],
  ['nothing', {}, 'V1', requestKinds, false],
  ['nothing', {}, 'V2', flowKinds, false],
  ['an unknown field', { toString: 1 }, 'V1', [], false],
  ['V2 fields', { sender: {}, orders: [] }, 'V1', [], true],
  ['V2 fields beside shared ones', { sender: {}, executionDate: '' }, 'V1', ['payment'], true],
  ['V1 fields beside shared ones', { bankId: 1, loadOwnerData: true }, 'V2', ['import'], true],
  ['fields of both versions', { bankId: 1, allowedInterfaces: [] }, 'V2', ['import'], false],
  ['an import with one payment field', { bankId: 1, name: '', iban: '' }, 'V1', ['import'], false],
];

for (const [says, body, version, kinds, isOtherVersion] of cases) {
  const what = isOtherVersion ? 'the other version' : kinds.join(' or ') || 'no request';
  test(`${says}, taken as ${version}, is ${what}`, () => {
    expect(recognise(body, version)).toEqual({ kinds, isOtherVersion });
  });
}
