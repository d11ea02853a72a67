/** A process of its own for the Pact verifier, which writes on stdout: tells its parent each fault that is done, then all noticed. */
import { askPact } from './ask-pact.ts';

const noticed = await askPact(() => process.send?.('done'));
process.send?.(noticed, () => process.exit(0));
