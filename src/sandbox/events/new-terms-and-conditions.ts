/** NEW_TERMS_AND_CONDITIONS: there are new terms that the user has not accepted (Trigger semantics 8). */
import type { SandboxEvent } from '../batch-update/trigger-event.ts';

export const newTermsAndConditions: SandboxEvent<'NEW_TERMS_AND_CONDITIONS'> = {
  about: 'unacceptedTerms',
  message: () => ({}),
};
