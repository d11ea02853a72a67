// Every documented field of every answer: missing, null and of the wrong kind, each blamed on its own clause.
import { expect, test } from 'vitest';
import { answerFields } from './documented/answer-fields.ts';
import { pointerOf } from './documented/documented-field.ts';
import { goodExchanges } from './documented/good-exchanges.ts';
import { edited, sabotagesOf } from './documented/sabotages.ts';
import { judge } from './judge.ts';
import type { OperationId } from './operation.ts';

for (const [name, fields] of Object.entries(answerFields)) {
  const operation = name.split('.')[0] as OperationId;
  const [good] = goodExchanges[operation];

  for (const field of fields) {
    const place = `/response/body/json${pointerOf(field.field)}`;
    const sabotages = sabotagesOf(field, '/response/body');

    test(`${operation} is blamed for every wrong ${field.field}`, () => {
      for (const sabotage of sabotages) {
        const exchange = 'to' in sabotage ? edited(good, place, sabotage.to) : edited(good, place);
        const findings = judge(operation, exchange);
        expect(findings, sabotage.finding.message).toContainEqual(sabotage.finding);
        // A type that is neither of the two is also not the one that was asked for; all else is one finding.
        const both = sabotage.finding.clause.endsWith('-TYPE') ? ['V2-FORM-TYPE'] : [];
        const clauses = findings.map(({ clause }) => clause);
        expect([sabotage.finding.clause, ...both], sabotage.finding.message).toEqual(
          expect.arrayContaining(clauses),
        );
        expect(new Set(findings.map(({ pointer }) => pointer))).toEqual(new Set([sabotage.finding.pointer]));
      }
    });
  }

  test(`${operation} answers with null only where the documentation has null`, () => {
    const nullable = fields.filter(
      (field) =>
        judge(operation, edited(good, `/response/body/json${pointerOf(field.field)}`, null)).length === 0,
    );
    const documented: Record<string, string[]> = {
      'createMoneyTransferV1.2XX': ['accountId'],
      'importBankConnectionV1.451': ['errors[1].multiStepAuthentication'],
      'submitPaymentV1.451': ['errors[1].multiStepAuthentication'],
    };
    expect(nullable.map(({ field }) => field)).toEqual(documented[name] ?? []);
  });
}
