/** Checks pacts against the documents and then against a target, with a verdict for each. */
import { InputError } from '../../contracts/src/base/errors.ts';
import { count } from '../../contracts/src/base/text.ts';
import { startSandboxTarget } from '../runner/targets/sandbox-target.ts';
import { startTarget } from '../runner/targets/start-target.ts';
import { Unproven } from '../runner/unproven.ts';
import { undocumentedInPact } from './pact-documents.ts';
import { type PactFile, readPact } from './pact-file.ts';
import { type Provider, providerOf } from './pact-provider.ts';
import { verifyPact } from './verify-pact.ts';

export interface PactReport {
  /** In words, one line each. */
  readonly lines: readonly string[];
  readonly verdict: 'upheld' | 'violated' | 'unproven' | 'out of reach';
}

/**
 * `target` is mock, sandbox, or the path of a target file; when a pact asks for what is not documented, nothing is
 * sent. Throws InputError for a file that is no pact or no target, and for a target that does not answer.
 */
export async function checkPacts(
  paths: readonly string[],
  target: { readonly chosenBy: string; readonly path: string },
): Promise<PactReport[]> {
  const pacts = paths.map(readPact);
  const undocumented = (await Promise.all(pacts.map(undocumentedReport))).flat();
  if (undocumented.length > 0) return undocumented;
  const { chosenBy, path } = target;
  // Pact's verifier calls the addresses of the target, and verify's own sandbox listens on none.
  const started = await (chosenBy === 'sandbox' ? startSandboxTarget() : startTarget(chosenBy, path));
  let provider: Provider | undefined;
  try {
    provider = await providerOf(started.target);
    const reports: PactReport[] = [];
    for (const pact of pacts) reports.push(await verifiedReport(pact, provider));
    return reports;
  } catch (error) {
    throw error instanceof Unproven ? new InputError(error.message) : error;
  } finally {
    // A target that no longer answers was reported already.
    await provider?.control.reset().catch(() => {});
    await started.stop();
  }
}

/** 1 when anything is violated, 2 when something could not be judged, else 0. */
export function exitCodeOf(reports: readonly Pick<PactReport, 'verdict'>[]): 0 | 1 | 2 {
  if (reports.some(({ verdict }) => verdict === 'violated')) return 1;
  return reports.some(({ verdict }) => verdict === 'unproven') ? 2 : 0;
}

async function undocumentedReport(pact: PactFile): Promise<PactReport[]> {
  const undocumented = await undocumentedInPact(pact);
  if (undocumented.length === 0) return [];
  const lines = undocumented.map((line) => `  violated: ${line}`);
  return [{ verdict: 'violated', lines: [`${nameOf(pact)}: asks for what is not documented`, ...lines] }];
}

async function verifiedReport(pact: PactFile, provider: Provider): Promise<PactReport> {
  const name = nameOf(pact);
  const isOfMessages = pact.interactions.every(({ request }) => request === undefined);
  if (isOfMessages && !provider.messaging) {
    const reason = provider.target.lacks.messages ?? 'the target sends no messages';
    return { verdict: 'out of reach', lines: [`${name}: out of reach (${reason})`] };
  }
  const { verdicts, notes, unproven } = await verifyPact(pact, provider);
  const failed = verdicts.filter(({ verdict }) => verdict !== 'upheld');
  const all = count(verdicts.length, 'interaction');
  const lines = [
    `${name}: ${verdicts.length - failed.length} of ${all} upheld by ${provider.target.name}`,
    ...failed.map(({ verdict, description }) => `  ${verdict}: ${description}`),
    ...[...notes, ...unproven].map((note) => `  ${note}`),
  ];
  const isUnproven = unproven.length > 0 || verdicts.length < pact.interactions.length;
  if (failed.some(({ verdict }) => verdict === 'violated')) return { verdict: 'violated', lines };
  return { verdict: isUnproven ? 'unproven' : 'upheld', lines };
}

function nameOf({ consumer, provider }: PactFile): string {
  return `${consumer} → ${provider}`;
}
