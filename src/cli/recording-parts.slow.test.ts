/** The blocks of docs/recordings.md that cut a recording by user and run its parts: each gives the result of one run over the whole. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import exampleMessages from '../../contracts/generated/example-messages.json' with { type: 'json' };
import { documentedRecords } from '../test-support/documented-records.ts';
import { PROGRAM } from '../test-support/program.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const GUIDE = readFileSync(join(DOCS, 'recordings.md'), 'utf8');
const [cut, parallel, xargs, hadoop, collect, spark] = [
  'docs/cut-by-user.jq',
  'parallel',
  'xargs',
  'hadoop jar',
  'cat parts',
  'keyed.map',
].map(blockWith) as [string, string, string, string, string, string];

/** The block of the guide that has this text. */
function blockWith(words: string): string {
  const blocks = [...GUIDE.matchAll(/^```(?:sh|python)\n(.*?)^```/gms)].map(([, text = '']) => text);
  return blocks.find((block) => block.includes(words)) ?? expect.fail(`no block has ${words}`);
}

/** What each program of the blocks is here. */
const PROGRAMS = {
  npx: `shift; exec ${process.execPath} ${PROGRAM} "$@"`,
  // Streaming sorts what the mapper prints by its key fields, each reducer gets some keys, or some first fields where that is
  // an option, and each line of output ends with a tab. The last reducer gets nothing.
  hadoop: `shift 2
keys="-s -k1,1" cut='$1 $2'
while [ $# -gt 0 ]; do
  case $1 in -input) input=$2;; -output) output=$2;; -mapper) mapper=$2;; -reducer) reducer=$2;; -D) case $2 in
    stream.num.map.output.key.fields=2) keys="-k1,1 -k2,2";;
    mapreduce.partition.keypartitioner.options=-k1,1) cut='$1';; esac;;
  esac
  shift 2
done
mkdir "$output"
tab=$(printf '\\t')
$mapper < "$input" | LC_ALL=C sort -t "$tab" $keys > sorted
for part in 0 1 2 3; do
  awk -F'\\t' -v part=$part "{ key = $cut } !(key in of) { of[key] = n++ % 3 } of[key] == part" sorted |
    eval "$reducer" | sed "s/\\$/$tab/" > "$output/part-0000$part"
done`,
};

/** What Spark documents of these methods of an RDD. */
const SPARK = `
import os, shlex, subprocess
class RDD:
    def __init__(self, parts): self.parts = parts
    def map(self, f): return RDD([[f(it) for it in part] for part in self.parts])
    def values(self): return self.map(lambda it: it[1])
    def partitionBy(self, n):
        pairs = [it for part in self.parts for it in part]
        return RDD([[it for it in pairs if sum(it[0].encode()) % n == at] for at in range(n)])
    def mapPartitions(self, f): return RDD([list(f(iter(part))) for part in self.parts])
    def pipe(self, command):
        run = lambda part: subprocess.run(shlex.split(command), input="".join(it + "\\n" for it in part),
            stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
        return RDD([run(part) for part in self.parts])
    def saveAsTextFile(self, folder):
        os.mkdir(folder)
        for at, part in enumerate(self.parts):
            open(f"{folder}/part-{at:05}", "w").write("".join(it + "\\n" for it in part))
lines = open("keyed").read().splitlines()
keyed = RDD([lines[:4], lines[4:]])
`;

const { createToken, createUser, createNotificationRule: rule } = documentedRecords();
const name = (user: number) => `üser ~${user}@example`;
const handle = (user: number) => `low & late ${user}`;
const low = exampleMessages.messages.LOW_ACCOUNT_BALANCE.full;
const token = (user: number) => `3f9a1c7b5d2e8046a1b2c3d4${user}`;

/** Users who are created, sign in and each create one rule twice, five minutes later. */
const records = [0, 1].flatMap((later) =>
  [1, 2, 3, 4, 5].flatMap((user): { readonly time: string }[] => {
    const form = new URLSearchParams({ grant_type: 'password', username: name(user), password: 'p' });
    const body = { ...(createToken.response.body as object), access_token: token(user) };
    const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 10, 5 * later, second)).toISOString();
    const signIn = {
      time: at(user),
      request: { ...createToken.request, body: `${form}&client_id=c&client_secret=s` },
      response: { ...createToken.response, body },
    };
    const headers = { ...rule.request.headers, Authorization: `Bearer ${token(user)}` };
    const answer = { ...rule.response, body: { id: later * 10 + user } };
    const sent = { ...(rule.request.body as object), callbackHandle: handle(user) };
    const created = {
      time: at(user + 10),
      request: { ...rule.request, headers, body: sent },
      response: answer,
    };
    const named = { ...(createUser.request.body as object), id: name(user) };
    const registered = {
      time: at(0),
      request: { ...createUser.request, body: named },
      response: { ...createUser.response, body: named },
    };
    // With another threshold than that of the rule.
    const ids = { notificationRuleId: user, callbackHandle: handle(user), balanceThreshold: 99 };
    const message = { time: at(user + 20), message: { ...low, ...ids } };
    return later === 0 ? [registered, signIn, created] : [created, message];
  }),
);

let folder = '';

/** Cuts the recording by the first block, and returns what check prints of the whole. */
function cutRecording(): string {
  folder = temporaryFolder();
  symlinkSync(DOCS, join(folder, 'docs'));
  mkdirSync(join(folder, 'bin'));
  for (const [program, script] of Object.entries(PROGRAMS)) {
    writeFileSync(join(folder, 'bin', program), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bin', program), 0o755);
  }
  writeFileSync(join(folder, 'traffic.ndjson'), records.map((each) => `${JSON.stringify(each)}\n`).join(''));
  shell(cut);
  return placeless(shell('npx bank-access-contracts check traffic.ndjson'));
}

/** What a shell prints, whatever its exit code. */
function shell(command: string): string {
  return execFileSync('sh', ['-c', `${command}\ntrue`], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, INIT_CWD: folder, PATH: `${folder}/bin:${process.env['PATH']}` },
  });
}

function has(...programs: string[]): boolean {
  return programs.every((program) => {
    try {
      return execFileSync('sh', ['-c', `command -v ${program}`]).length > 0;
    } catch {
      return false;
    }
  });
}

/** Places count within a part. */
function placeless(text: string): string {
  return text.replaceAll(/\S+, record \d+/g, 'a record');
}

const isCut = has('jq', 'awk', 'paste');

test.skipIf(!isCut)(
  'the key and the time of each record are in front of it, and no part shares a user',
  () => {
    const whole = cutRecording();
    expect(whole).toContain('25 records: 15 upheld, 10 violated');
    expect(whole).toContain('MESSAGE-LOW');
    expect(whole).toContain('RULE-UNIQUE-LOW');
    shell(cut);
    const keyed = readFileSync(join(folder, 'keyed'), 'utf8').trimEnd().split('\n');
    expect(keyed).toHaveLength(records.length);
    for (const [at, line] of keyed.entries()) {
      const [key = '', time, record = ''] = line.split('\t');
      expect(key).toMatch(/^user \S+ ser\dexample$/);
      expect([time, JSON.parse(record)]).toEqual([records[at]?.time, records[at]]);
    }
    const parts = readdirSync(folder).filter((file) => /^part-.\.ndjson$/.test(file));
    expect(parts).toHaveLength(5);
  },
);

const runners = [
  ['parallel', parallel],
  ['xargs', xargs],
] as const;
for (const [runner, block] of runners) {
  test.skipIf(!isCut || !has(runner))(`parts that ${runner} runs are one run over the whole`, () => {
    const whole = cutRecording();
    expect(block).toContain(runner);
    expect(placeless(shell(block))).toBe(whole);
  });
}

/** A cluster keeps no order. */
function shuffled(): void {
  const lines = readFileSync(join(folder, 'keyed'), 'utf8').trimEnd().split('\n');
  writeFileSync(join(folder, 'keyed'), `${lines.reverse().join('\n')}\n`);
}

test.skipIf(!isCut || !has('python3'))('the pipe of Spark gives parts that merge, empty ones too', () => {
  const whole = cutRecording();
  shuffled();
  writeFileSync(join(folder, 'spark.py'), SPARK + spark);
  shell('rm -rf parts; python3 spark.py');
  expect(readdirSync(join(folder, 'parts'))).toHaveLength(8);
  expect(placeless(shell(collect))).toBe(whole);
});

test.skipIf(!isCut)('the reducers of Hadoop streaming give parts that merge, an empty one too', () => {
  const whole = cutRecording();
  shuffled();
  shell(`rm -rf parts; ${hadoop}`);
  expect(readdirSync(join(folder, 'parts'))).toHaveLength(4);
  expect(placeless(shell(collect))).toBe(whole);
});
