/** Receives notification messages and judges each as it arrives; a target file says how its provider encrypts. */
import { listenCommand } from '../contracts/src/cli/listen.ts';
import { run } from '../contracts/src/cli/run.ts';
import { targetYaml } from '../src/drive/targets/target-yaml.ts';

await run(listenCommand(targetYaml));
