import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { FromLane, ToLane } from './lane.ts';
import { runLane } from './run-lane.ts';

const folder = mkdtempSync(join(tmpdir(), 'classwright-lane-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, program: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, program);
  return file;
}

async function run(file: string, seeds: number[]): Promise<(FromLane & { seed: number })[]> {
  const told: (FromLane & { seed: number })[] = [];
  const next = (): ToLane => {
    const seed = seeds.shift();
    return seed === undefined ? 'end' : { seed };
  };
  await runLane({ file, next, take: (one) => told.push(one) });
  return told;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Does each seed in turn. In the second it starts a process that would stay, and is killed. */
const crashing = `
  import { spawn } from 'node:child_process';
  process.on('message', (message) => {
    if (message === 'end') return process.exit(0);
    if (message.seed === 2) return process.kill(process.pid, 'SIGKILL');
    const stays = message.seed === 1 ? spawn('sleep', ['600'], { stdio: 'ignore' }).pid : null;
    process.send({ seed: message.seed, result: { stays, lane: process.pid }, broke: null });
  });
  process.send({ seed: null, result: null, broke: null });`;

test('[B2996] a lane that is killed fails the storm that was under way, ends what it started, and another one goes on', async () => {
  const told = await run(write('crashing', crashing), [1, 2, 3]);
  expect(told.map(({ seed, broke }) => [seed, broke])).toEqual([
    [1, null],
    [2, 'the lane ended with SIGKILL'],
    [3, null],
  ]);
  const [first, , third] = told.map(({ result }) => result as unknown as { stays: number; lane: number });
  expect(first!.lane).not.toBe(third!.lane);
  await expect.poll(() => isAlive(first!.stays), { timeout: 20_000 }).toBe(false);
});

test('[B2996] a lane that says that it ends gets no other storm, and one that cannot start is not tried for ever', async () => {
  const saying = `
    process.on('message', (message) => {
      if (message === 'end') return process.exit(0);
      process.send({ seed: message.seed, result: null, broke: 'an error that nobody awaited', isLast: true }, () => process.exit(1));
    });
    process.send({ seed: null, result: null, broke: null });`;
  expect((await run(write('saying', saying), [1, 2])).map(({ seed, broke }) => [seed, broke])).toEqual([
    [1, 'an error that nobody awaited'],
    [2, 'an error that nobody awaited'],
  ]);
  expect(await run(write('broken', 'process.exit(3);'), [1, 2])).toEqual([]);
});
