/** Sends realistic, correctly encrypted messages to the user's own handler. */

import { run } from '../src/cli/exit-codes.ts';
import { fireCommand } from '../src/cli/fire.ts';
import { targetYaml } from '../src/runner/targets/target-file.ts';

await run(fireCommand({ readTarget: targetYaml }));
