// The README and the guides, each followed from top to bottom in an empty folder, as they are: a reader has one terminal.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf } from '../../src/test-support/markdown-blocks.ts';
import { PROJECT } from '../project.ts';
import { packedInto } from './build-package.ts';
import { runIn } from './consumer.ts';

/** Words before a block that is for the eye, with the reason. */
const SHOWN_ONLY = 'Not run by our tests';
/** What no reader needs: `VERB -- COMMAND` starts, waits and stops. */
const JOBS = /&(?!&)|%\d|\b(sleep|kill|wait|trap|nohup|export)\b/;

const ground = mkdtempSync(join(tmpdir(), 'guides-'));
let tarball = '';

beforeAll(async () => {
  tarball = (await packedInto(ground)).path;
});

afterAll(() => rmSync(ground, { recursive: true }), 60_000);

/** Whether the lines of `text` are in the output in this order; a line `…` leaves lines out, `…` at its end the rest of it. */
function isPrinted(text: string, output: string): boolean {
  let rest = output.split('\n').map((line) => line.trimEnd());
  for (const line of text.trimEnd().split('\n')) {
    if (line === '…') continue;
    const start = line.trimEnd().replace(/…$/, '');
    const at = rest.findIndex(
      (printed) => printed === start || (line.endsWith('…') && printed.startsWith(start)),
    );
    if (at < 0) return false;
    rest = rest.slice(at + 1);
  }
  return true;
}

const NPM = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };

for (const guide of ['README.md', 'docs/verify-in-ci.md', 'docs/move-to-v2.md', 'docs/test-your-code.md']) {
  test(`${guide} does what it says`, async () => {
    const folder = join(ground, basename(guide, '.md'));
    mkdirSync(folder);
    cpSync(tarball, join(folder, basename(tarball)));
    const blocks = blocksOf(readFileSync(join(PROJECT, guide), 'utf8'));
    expect(blocks.filter(({ language }) => language === 'sh')).not.toEqual([]);
    const ahead: string[] = [];
    let [last, all] = ['', ''];
    for (const { language, file, text, lead } of blocks) {
      if (lead.includes(SHOWN_ONLY)) continue;
      if (file !== undefined) {
        // A page shows no more of a block than its text.
        expect(lead).toContain(`\`${file}\``);
        writeFileSync(join(folder, file), text);
      } else if (language === 'sh') {
        expect(text).not.toMatch(JOBS);
        const due = Number(/# exit (\d+)$/m.exec(text)?.[1] ?? 0);
        const { exitCode, stdout } = await runIn(folder, 'bash', ['-ec', `exec 2>&1\n${text}`], NPM);
        expect(exitCode, `${text}${stdout}`).toBe(due);
        last = stdout;
        all += stdout;
      } else if (language !== 'text') {
        expect.fail(`A block of ${language} is neither a file nor ${SHOWN_ONLY}.`);
      } else if (last === '') ahead.push(text);
      else expect(last).toSatisfy((printed) => isPrinted(text, printed), `it prints:\n${text}`);
    }
    for (const text of ahead) if (!isPrinted(text, all)) expect(all).toContain(text);
  });
}
