/** What calls create on a target: no deletion is documented, so it stays there. */
import { isSuccess, type OperationId } from '../../contracts/src/judge/operation.ts';

export interface Created {
  readonly users: number;
  readonly rules: number;
  readonly payments: number;
  readonly webForms: number;
}

/** What a run leaves behind, as far as it was told: a call without an answer may have created something too. */
export interface LeftBehind extends Created {
  /** Begins the name of every user, to whom all the rest belongs. */
  readonly prefix: string;
  /** Whether the control plane put the target back to where it started, with nothing of the run in it. */
  readonly isPutBack: boolean;
}

const BY_CALL: Readonly<Partial<Record<OperationId, keyof Created>>> = {
  createUser: 'users',
  createNotificationRule: 'rules',
  createMoneyTransferV1: 'payments',
  importBankConnectionV1: 'webForms',
  submitPaymentV1: 'webForms',
  createBankConnectionImport: 'webForms',
  createStandalonePayment: 'webForms',
};

/** Of calls that succeed. */
export function createdBy(calls: Iterable<OperationId>): Created {
  const created = { users: 0, rules: 0, payments: 0, webForms: 0 };
  for (const operationId of calls) {
    const kind = BY_CALL[operationId];
    if (kind) created[kind]++;
  }
  return created;
}

/** Hears of every answered call of a run on a target that outlives it. */
export class Traces {
  readonly #prefix: string;
  readonly #succeeded: OperationId[] = [];
  #isPutBack = false;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  hear(operationId: OperationId, status: number): void {
    if (isSuccess(operationId, status)) this.#succeeded.push(operationId);
  }

  /** The target was put back to where it started. */
  clear(): void {
    this.#succeeded.length = 0;
    this.#isPutBack = true;
  }

  leftBehind(): LeftBehind {
    return { prefix: this.#prefix, isPutBack: this.#isPutBack, ...createdBy(this.#succeeded) };
  }
}
