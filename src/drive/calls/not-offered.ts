/** The control plane of a target has no such operation: what needs it is out of reach, not unproven. */
import { NoAnswer } from './no-answer.ts';

export class NotOffered extends NoAnswer {}
