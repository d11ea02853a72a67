/** Calls of the typed client against nock, without a network. */
import nock from 'nock';
import { afterEach, beforeEach, expect } from 'vitest';

export const SERVICE = { accessUrl: 'https://access.example', webFormUrl: 'https://form.example' };
/** A user as createUser sends it. */
export const USER = {
  id: 'u-1',
  password: 'p4ss word',
  email: 'u@example.com',
  phone: '1',
  isAutoUpdateEnabled: true,
};

/** Refuses every call that no scope answers, and removes the scopes after each test. */
export function withoutNetwork(): void {
  beforeEach(() => nock.disableNetConnect());
  afterEach(() => nock.cleanAll());
}

/** The error of a call that must fail. */
export function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
}
