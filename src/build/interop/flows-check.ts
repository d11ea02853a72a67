/** Redocly Respect plays the workflows of the Arazzo document on the sandbox. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startSandboxTarget } from '../../runner/targets/sandbox-target.ts';
import type { Consumer } from '../package/consumer.ts';
import { PROJECT } from '../project.ts';
import { type InteropCheck, REDOCLY, tool } from './interop-check.ts';

export const flowsCheck: InteropCheck = {
  tool: `${tool('@redocly/cli')} respect`,
  says: 'the flows of the Arazzo document, as written and as published, run on the sandbox, and each step meets its criteria',
  run: async ({ consumer }) => [
    ...(await wrongIn(join(PROJECT, 'openapi/flows.arazzo.yaml'), consumer)),
    ...(await wrongIn(join(consumer.installed, 'generated/flows.arazzo.json'), consumer)),
  ],
};

/** The report of Respect, as far as it is read. */
interface Played {
  readonly files: Readonly<
    Record<string, { readonly executedWorkflows: readonly { executedSteps: Step[] }[] }>
  >;
}
interface Step {
  readonly workflowId: string;
  readonly stepId: string;
  readonly checks: readonly { status: string; name: string; message: string }[];
}

const IMPORT = { bankId: 280001, name: 'My test bank', interface: 'XS2A' };
const PAYMENT = {
  senderIban: 'DE89370400440532013000',
  recipientName: 'Max Mustermann',
  recipientIban: 'DE02120300000000202051',
  amount: 12.5,
  currency: 'EUR',
};

/** Throws where Respect does not play the document. */
async function wrongIn(file: string, { folder, run }: Consumer): Promise<string[]> {
  const { target, stop } = await startSandboxTarget();
  try {
    const { clientId, clientSecret, userName: userId, userPassword } = (await target.session()).values;
    const inputs = { clientId, clientSecret, userId, userPassword, ...IMPORT, ...PAYMENT };
    const report = join(folder, `${basename(file)}.report.json`);
    const options = [
      ...['--input', JSON.stringify(inputs)],
      ...['--server', `access=${target.accessUrl}`, '--server', `web-form=${target.webFormUrl}`],
      // It does not know that 2XX covers 200: the criteria of the steps say what each status is.
      ...['--severity', 'STATUS_CODE_CHECK=off', '--json-output', report],
    ];
    const { stdout, stderr } = await run(process.execPath, [REDOCLY, 'respect', file, ...options], {
      REDOCLY_TELEMETRY: 'off',
    });
    if (!existsSync(report)) throw new Error(`Respect does not play ${file}: ${stdout}${stderr}`);
    const played: Played = JSON.parse(readFileSync(report, 'utf8'));
    return Object.values(played.files)
      .flatMap(({ executedWorkflows }) => executedWorkflows.flatMap(({ executedSteps }) => executedSteps))
      .flatMap(({ workflowId, stepId, checks }) =>
        checks
          .filter(({ status }) => status === 'error')
          .map(({ name, message }) => `${workflowId}, ${stepId}: ${name}: ${message}`),
      );
  } finally {
    await stop();
  }
}
