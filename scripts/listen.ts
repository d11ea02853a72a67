/** Receives notification messages and judges each as it arrives; a target file says how its provider encrypts. */

import { run } from '../src/cli/exit-codes.ts';
import { listenCommand } from '../src/cli/listen.ts';
import { targetYaml } from '../src/runner/targets/target-file.ts';

await run(listenCommand(targetYaml));
