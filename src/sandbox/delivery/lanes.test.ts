// Deliveries side by side: a few of one receiver at a time, and a turn for everybody.
import { expect, test } from 'vitest';
import { Lanes } from './lanes.ts';

/** Tasks that end when they are told to, and what was started. */
function tasks() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await Promise.resolve();
  };
  return { started, task, endOne };
}

test('one receiver takes sixteen at a time, in order, and holds up no other', async () => {
  const lanes = new Lanes();
  const { started, task, endOne } = tasks();
  for (let at = 0; at < 40; at++) lanes.add('slow', task(`slow ${at}`));
  lanes.add('quick', task('quick'));
  expect(started).toHaveLength(17);
  expect(started.at(-1)).toBe('quick');
  await endOne();
  await endOne();
  expect(started.slice(17)).toEqual(['slow 16', 'slow 17']);
});

test('256 run together, and when one ends it is the turn of who has waited longest', async () => {
  const lanes = new Lanes();
  const { started, task, endOne } = tasks();
  for (let receiver = 0; receiver < 17; receiver++) {
    for (let at = 0; at < 20; at++) lanes.add(`${receiver}`, task(`${receiver}`));
  }
  expect(started).toHaveLength(256);
  expect(started).not.toContain('16');
  await endOne();
  expect(started.at(-1)).toBe('16');
});

test('what was not started is forgotten on request, and the next is carried out', async () => {
  const lanes = new Lanes();
  const { started, task, endOne } = tasks();
  for (let at = 0; at < 20; at++) lanes.add('a', task('old'));
  lanes.clear();
  lanes.add('a', task('new'));
  for (let at = 0; at < 16; at++) await endOne();
  expect(started).toEqual([...Array.from({ length: 16 }, () => 'old'), 'new']);
});

test('ten thousand of one receiver all get their turn', async () => {
  const lanes = new Lanes();
  let done = 0;
  await new Promise<void>((resolve) => {
    const task = async () => {
      done++;
      if (done === 10_000) resolve();
    };
    for (let at = 0; at < 10_000; at++) lanes.add('a', task);
  });
  expect(done).toBe(10_000);
});
