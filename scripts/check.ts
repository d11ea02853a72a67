/** Judges recorded exchanges by what the documentation says. */
import { checkCommand } from '../src/cli/check.ts';
import { run } from '../src/cli/exit-codes.ts';
import { targetYaml } from '../src/runner/targets/target-file.ts';

await run(checkCommand(targetYaml));
