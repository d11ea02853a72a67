/** The commands of docs/recordings.md that cut a recording by user and judge its parts, with GNU parallel or xargs. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentedRecords } from '../test-support/documented-records.ts';
import { PROGRAM } from '../test-support/program.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';

const CUT = join(import.meta.dirname, '../../docs/cut-by-user.jq');

/** What a shell prints, whatever its exit code. */
function shell(command: string, cwd: string): string {
  return execFileSync('sh', ['-c', `{ ${command}; } 2>/dev/null || true`], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: cwd },
  });
}

function has(command: string): boolean {
  return shell(`command -v ${command}`, '/') !== '';
}

const { createToken, createNotificationRule: rule } = documentedRecords();
const name = (user: number) => `user ${user}@example`;
const token = (user: number) => `3f9a1c7b5d2e8046a1b2c3d4${user}`;

/** Users who sign in and each create one rule twice, at the same time. */
const records = [0, 1].flatMap((time) =>
  [1, 2, 3, 4, 5].flatMap((user) => {
    const form = new URLSearchParams({ grant_type: 'password', username: name(user), password: 'p' });
    const body = { ...(createToken.response.body as object), access_token: token(user) };
    const signIn = {
      request: { ...createToken.request, body: `${form}&client_id=c&client_secret=s` },
      response: { ...createToken.response, body },
    };
    const headers = { ...rule.request.headers, Authorization: `Bearer ${token(user)}` };
    const answer = { ...rule.response, body: { id: time * 10 + user } };
    const created = { request: { ...rule.request, headers }, response: answer };
    return time === 0 ? [signIn, created] : [created];
  }),
);

const runners = [
  ['parallel', `parallel ${process.execPath} ${PROGRAM} check --partial {} ::: part-*.ndjson`],
  ['xargs', `ls part-*.ndjson | xargs -P 4 -n 1 ${process.execPath} ${PROGRAM} check --partial`],
] as const;
for (const [runner, command] of runners) {
  test.skipIf(!has('jq') || !has(runner))(`parts that ${runner} runs are one run over the whole`, () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 't.ndjson'), records.map((each) => `${JSON.stringify(each)}\n`).join(''));
    shell(
      `jq -rnf ${CUT} t.ndjson | paste - t.ndjson | awk -F'\\t' '!($1 in part) { part[$1] = n++ % 4 } { print substr($0, length($1) + 2) > "part-" part[$1] ".ndjson" }'`,
      folder,
    );
    expect(
      shell('ls', folder)
        .split('\n')
        .filter((file) => file.startsWith('part-')),
    ).toHaveLength(4);
    const placeless = (text: string) => text.replaceAll(/\S+, record \d+/g, 'a record');
    const whole = shell(`${process.execPath} ${PROGRAM} check t.ndjson`, folder);
    expect(whole).toContain('RULE-UNIQUE-LOW');
    expect(whole).toContain('15 records: 10 upheld, 5 violated');
    expect(placeless(shell(`${command} | ${process.execPath} ${PROGRAM} merge -`, folder))).toBe(
      placeless(whole),
    );
  });
}
