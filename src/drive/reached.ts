/** What a case or scenario reaches of a provider: the operations that it calls itself, and the trigger events of its rules. */
import { member } from '../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { type Call, sentBody } from './calls/call.ts';
import type { Case } from './cases/case.ts';
import type { MigrationCase } from './cases/migration-case.ts';
import type { Scenario } from './scenarios/scenario.ts';

const FLOWS: Readonly<Record<MigrationCase['flow'], readonly OperationId[]>> = {
  import: ['importBankConnectionV1', 'createBankConnectionImport'],
  payment: ['createMoneyTransferV1', 'submitPaymentV1', 'createStandalonePayment'],
};

/** The tokens and users that every case is given are called for by none. */
export function reachedByCase(row: Case): Set<string> {
  const calls: Call[] = [...(row.first ?? []).filter((step) => 'when' in step), row];
  return new Set(calls.flatMap(({ when, send }) => [when, ...eventOf(send)]));
}

export function reachedByMigration({ flow }: MigrationCase): Set<string> {
  return new Set(FLOWS[flow]);
}

export function reachedByScenario({ rules }: Scenario): Set<string> {
  return new Set(['createNotificationRule', ...Object.values(rules).map(({ triggerEvent }) => triggerEvent)]);
}

function eventOf(send: Call['send']): string[] {
  const event = member(sentBody(send), 'triggerEvent');
  return typeof event === 'string' ? [event] : [];
}
