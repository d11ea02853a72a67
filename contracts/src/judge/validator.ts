/** Judges one value by one schema, without the operations, so that a module with a single schema stays small. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { type Finding, type WordedFinding, withFound, worded } from '../base/finding.ts';
import type { Compiled } from '../base/schema.ts';
import { placeOf } from '../base/schema-place.ts';
import { type ClauseCheck, runChecks } from './clause-check.ts';
import type { Exchange } from './exchange.ts';
import { readFields, schemaFindings } from './schema-findings.ts';
import { defaultSettings } from './settings.ts';

/** Version 1 of Standard Schema (standardschema.dev), which test runners, web frameworks and forms call. */
interface StandardSchema<Value> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Value; readonly output: Value };
    /** An issue has the clause and the problem as its message, and the steps of the pointer as its path. */
    readonly validate: (value: unknown) => { readonly value: Value } | { readonly issues: readonly Issue[] };
  };
}

interface Issue {
  readonly message: string;
  readonly path: readonly string[];
}

export interface Validator<Value = unknown> {
  /**
   * Returns the violations in a value, as JSON.parse gives it; empty if it is valid. `pointer` is a JSON Pointer into the
   * value. Pure, and never throws. It is a Standard Schema too.
   */
  readonly validate: ((value: unknown) => readonly WordedFinding[]) & StandardSchema<Value>;
  /** Returns the undocumented fields, each once. They break nothing; in your own requests they are mostly typing errors. */
  readonly undocumented: (value: unknown) => readonly UndocumentedField[];
}

interface UndocumentedField {
  /** JSON Pointer, `*` for any index. */
  readonly pointer: string;
  /** `bankId: expected its V2 name bank.id`, or that it is not documented. */
  readonly message: string;
}

const BODY = '/response/body';

/**
 * Validates the body of a response by its schema and by the checks that need only the body. `name` is that of the body in
 * findings, `clause` is broken where the schema names none.
 */
export function validatorOf(
  compiled: Compiled,
  at: { readonly name: string; readonly clause: ClauseId; readonly status: number },
  checks: readonly ClauseCheck<Exchange>[] = [],
): Validator {
  const findings = (value: unknown) => {
    const response = { status: at.status, headers: {}, body: { json: value } };
    const request = { method: '', url: '', headers: {} };
    const inBody = runChecks(checks, { request, response }, defaultSettings).findings.flatMap((finding) => {
      const { pointer } = finding;
      if (!pointer.startsWith(BODY)) return [];
      const subject = pointer === BODY ? at.name : finding.subject;
      return { ...finding, pointer: pointer.slice(BODY.length), subject };
    });
    return [...schemaFindings(compiled, value, { pointer: '', ...at }), ...inBody];
  };
  return {
    validate: standard(compiled, findings),
    undocumented: (value) => undocumentedFields(compiled, value),
  };
}

/** Makes a function a Standard Schema. */
export function standard(
  { schema }: Compiled,
  validate: (value: unknown) => readonly Finding[],
  of: { readonly isOfMessage?: boolean } = {},
): Validator['validate'] {
  const findings = (value: unknown) =>
    validate(value).map((finding) => worded(withFound(finding, value, placeOf(schema), of)));
  const judged = (value: unknown) => {
    const issues = findings(value).map(({ clause, message, pointer }) => ({
      message: `${clause}: ${message}`,
      // Documented field names need no escapes in a pointer.
      path: pointer.split('/').slice(1),
    }));
    return issues.length > 0 ? { issues } : { value };
  };
  const published = { version: 1, vendor: 'bank-access-contracts', validate: judged } as const;
  return Object.assign(findings, { '~standard': published });
}

/** `saying` has better messages for some fields, by pointer. */
export function undocumentedFields(
  compiled: Compiled,
  value: unknown,
  saying: ReadonlyMap<string, string> = new Map(),
): readonly UndocumentedField[] {
  return readFields(compiled, value, '', new Set()).map((pointer) => {
    const message = saying.get(pointer) ?? `${pointer.slice(pointer.lastIndexOf('/') + 1)} is not documented`;
    return { pointer, message };
  });
}
