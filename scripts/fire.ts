/** Sends realistic, correctly encrypted messages to the user's own handler. */
import { fireCommand } from '../contracts/src/cli/fire.ts';
import { run } from '../contracts/src/cli/run.ts';
import { targetYaml } from '../src/drive/targets/target-yaml.ts';

await run(fireCommand({ readTarget: targetYaml }));
