// The README and the guides, each followed from top to bottom in an empty folder, as a reader does who has one terminal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, onTestFinished, test } from 'vitest';
import { blocksOf } from '../../test-support/markdown-blocks.ts';
import { PROJECT } from '../project.ts';
import { packedInto } from './build-package.ts';

/** What stands for an address of a provider: the sandbox, on the ports that its help names. */
const ADDRESSES = {
  'https://sandbox.example': 'http://127.0.0.1:4020',
  'https://webform.sandbox.example': 'http://127.0.0.1:4021',
};
/** Words before a block that is for the eye, with the reason. */
const SHOWN_ONLY = 'Shown only';

const ground = mkdtempSync(join(tmpdir(), 'guides-'));
let tarball = '';

beforeAll(async () => {
  tarball = (await packedInto(ground)).path;
}, 300_000);

afterAll(() => rmSync(ground, { recursive: true }));

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

/** Jobs are groups of processes, as in a terminal. How a program ends that was stopped is no failure. */
const START = `set -m; exec 2>&1
trap 'code=$?; [[ $BASH_COMMAND == wait* ]] || failed=$code' ERR
`;

const END = /^block ends: (\d+)$/m;

/** One bash for a whole guide: variables and jobs last from block to block. */
function openTerminal(folder: string) {
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD|NODE_|VITEST|CI$|GITHUB_)/i.test(name),
  );
  const npm = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
  const terminal = spawn('bash', { cwd: folder, env: { ...Object.fromEntries(environment), ...npm } });
  terminal.stdin.write(START);
  onTestFinished(async () => {
    // The next guide needs the ports.
    terminal.stdin.end('for job in $(jobs -p); do kill -- -$job; done 2>/dev/null; wait\n');
    await once(terminal, 'close');
  });
  let output = '';
  /** Where the output of the last block begins. */
  let start = 0;
  terminal.stdout.on('data', (part) => {
    output += part;
  });
  const last = () => output.slice(start);
  return {
    all: () => output,
    last,
    /** A program in the background prints when it is ready. */
    prints: (text: string) =>
      expect
        .poll(last, { timeout: 60_000 })
        .toSatisfy((printed) => isPrinted(text, printed), `it prints:\n${text}`),
    /** Resolves to the exit code of the last command that failed, 0 where none did. */
    async run(text: string): Promise<number> {
      start = output.length;
      writeFileSync(join(folder, '.block'), `${text}true\n`);
      terminal.stdin.write('failed=0; . ./.block </dev/null; echo "block ends: $failed"\n');
      await expect.poll(last, { timeout: 100_000 }).toMatch(END);
      return Number(END.exec(last())?.[1]);
    },
  };
}

for (const guide of ['README.md', 'docs/verify-in-ci.md', 'docs/move-to-v2.md', 'docs/test-your-code.md']) {
  test(`${guide} does what it says`, async () => {
    const folder = join(ground, basename(guide, '.md'));
    mkdirSync(folder);
    cpSync(tarball, join(folder, basename(tarball)));
    const terminal = openTerminal(folder);
    onTestFailed(() => console.warn(terminal.last()));
    let markdown = readFileSync(join(PROJECT, guide), 'utf8');
    for (const [address, ours] of Object.entries(ADDRESSES)) markdown = markdown.replaceAll(address, ours);
    const blocks = blocksOf(markdown);
    expect(blocks.filter(({ language }) => language === 'sh')).not.toEqual([]);
    const ahead: string[] = [];
    let hasRun = false;
    for (const [at, { language, file, text, lead }] of blocks.entries()) {
      if (lead.includes(SHOWN_ONLY)) continue;
      if (file !== undefined) {
        // A page shows no more of a block than its text.
        expect(lead).toContain(`\`${file}\``);
        writeFileSync(join(folder, file), text);
      } else if (language === 'sh') {
        hasRun = true;
        const due = Number(/# exit (\d+)$/m.exec(text)?.[1] ?? 0);
        expect(await terminal.run(text), `${text}${terminal.last()}`).toBe(due);
        // The next command needs it.
        if (/&$/m.test(text)) expect(blocks[at + 1]?.language).toBe('text');
      } else if (language !== 'text') {
        expect.fail(`A block of ${language} is neither a file nor ${SHOWN_ONLY}.`);
      } else if (hasRun) await terminal.prints(text);
      else ahead.push(text);
    }
    for (const text of ahead) if (!isPrinted(text, terminal.all())) expect(terminal.all()).toContain(text);
  }, 120_000);
}
