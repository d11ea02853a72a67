/** Judges recorded exchanges by what the documentation says. */
import { checkCommand } from '../contracts/src/cli/check.ts';
import { run } from '../contracts/src/cli/run.ts';
import { targetYaml } from '../src/drive/targets/target-yaml.ts';

await run(checkCommand(targetYaml));
