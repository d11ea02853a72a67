/** A call that got no answer, or a set-up that the target did not carry out: it leaves a case unproven, never violated. */
export class NoAnswer extends Error {}
