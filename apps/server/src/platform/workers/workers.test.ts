import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, test } from 'vitest';
import { createWorkers, WorkFailedError, WorkLimitError } from './index.ts';
import type { OddWork } from './testing/odd-work.ts';

const create = (atOnce = 2, cpuMs = 500) =>
  createWorkers<OddWork, number, number, number>(new URL('./testing/odd-work.ts', import.meta.url), { limits: { cpuMs, memoryMb: 128 }, atOnce });
const workers = create();

async function all(input: OddWork, by = workers): Promise<number[]> {
  const made: number[] = [];
  const running = await by.begin(input);
  try {
    for await (const batch of running.batches()) made.push(batch);
  } finally {
    await running.end();
  }
  return made;
}

describe('work in a thread', () => {
  test('makes its batches in order, and is asked about them meanwhile', async () => {
    const running = await workers.begin({ do: 'count', to: 4 });
    const made: number[] = [];
    for await (const batch of running.batches()) made.push(await running.ask(batch));
    expect(await running.ask(21)).toBe(42);
    await running.end();
    expect(made).toEqual([0, 2, 4, 6]);
  });

  test('is not ended by the messages that Node.js sends from a thread under --watch', async () => {
    expect(await all({ do: 'report imports' })).toEqual([0, 1, 2]);
  });

  test.skipIf(process.platform !== 'linux')('[B120] on Linux its thread stands behind the one that answers calls, which stays as it was', async () => {
    const before = getPriority();
    expect(await all({ do: 'count' }, create(1))).toEqual([0, 1, 2]);
    // The nineteenth field of a thread. The name, which may contain spaces, ends with the last bracket.
    const niceness = readdirSync('/proc/self/task').map((task) =>
      Number(readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16]),
    );
    expect(niceness).toContain(Math.max(10, before));
    expect(niceness[0]).toBe(before);
  });

  test('whoever leaves early has ended it, and the thread does the next piece', async () => {
    const one = create(1);
    const running = await one.begin({ do: 'count', to: 1_000_000 });
    for await (const batch of running.batches()) if (batch === 2) break;
    await running.end();
    expect(await all({ do: 'count', to: 2 }, one)).toEqual([0, 1]);
  });

  test('[B1333] that is in the middle of something is not waited for by whoever ends it; the next piece has a thread', async () => {
    const one = create(1, 20_000);
    const running = await one.begin({ do: 'spin' });
    void running.batches().next();
    await running.end();
    expect(await all({ do: 'count', to: 2 }, one)).toEqual([0, 1]);
  });

  test('as many as may go on at once; the others wait their turn and all are done', async () => {
    const one = create(1);
    const made = await Promise.all(Array.from({ length: 5 }, () => all({ do: 'count' }, one)));
    expect(made).toEqual(Array.from({ length: 5 }, () => [0, 1, 2]));
  });

  test.each([
    ['spins for ever', 'spin', 'time'],
    ['grows for ever', 'grow', 'memory'],
    ['goes deeper for ever', 'recurse', 'memory'],
  ] as const)('[B274] that %s is ended with its limit, while others have their turn', async (_, what, limit) => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const failure = await all({ do: what }, create(1, what === 'grow' ? 20_000 : 500)).catch((error: unknown) => error);
    clearInterval(timer);
    expect(failure).toBeInstanceOf(WorkLimitError);
    expect(failure).toMatchObject({ limit });
    expect(turns).toBeGreaterThan(what === 'recurse' ? -1 : 5);
    expect(await all({ do: 'count' })).toEqual([0, 1, 2]);
  });

  test('that throws, or dies, is told with what it said; the next piece is done', async () => {
    const one = create(1);
    const thrown = await all({ do: 'throw' }, one).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(WorkFailedError);
    expect(thrown).toMatchObject({ name: 'OddError', message: 'odd', details: { problem: 'odd' } });
    await expect(all({ do: 'die' }, one)).rejects.toThrow('ended by itself');
    expect(await all({ do: 'count' }, one)).toEqual([0, 1, 2]);
  });
});
