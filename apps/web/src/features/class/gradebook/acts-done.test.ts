import { expect, test, vi } from 'vitest';
import { createActs, type Undone } from './acts-done.ts';

/** Creates a gradebook whose server responds to an undo on command. */
function serve({ waiting = 0, settle = async (): Promise<void> => undefined } = {}) {
  const acts = createActs();
  const calls: { id: number; answer: (outcome: Undone | 'again' | null) => void }[] = [];
  const report = vi.fn<(acts: number, left: number) => void>();
  let left = waiting;
  acts.serve({
    undoAct: (id) => new Promise((answer) => calls.push({ id, answer })),
    dropNewest: () => left > 0 && (left -= 1) >= 0,
    settle,
    report,
  });
  const next = async (outcome: (id: number) => Undone | 'again' | null = (id) => ({ actId: id + 100, left: 0 })) => {
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0));
    const { id, answer } = calls.shift()!;
    answer(outcome(id));
    await Promise.resolve();
    return id;
  };
  return { acts, calls, report, next };
}
const idle = (acts: ReturnType<typeof createActs>) => vi.waitFor(() => expect(acts.store.get().isUndoing).toBe(false));

test('[B1492] every press of Undo counts, also while one is under way; how many acts were undone is reported once', async () => {
  const { acts, calls, report, next } = serve();
  for (const id of [1, 2, 3, 4, 5]) acts.add(id);
  for (let press = 0; press < 4; press++) acts.undo();
  expect([await next(), await next()]).toEqual([5, 4]);
  expect(report).not.toHaveBeenCalled();
  acts.undo();
  expect([await next(), await next(), await next()]).toEqual([3, 2, 1]);
  await idle(acts);
  expect(report.mock.calls).toEqual([[5, 0]]);
  // more clicks than acts
  acts.undo();
  await idle(acts);
  expect([calls, report.mock.calls.length, acts.store.get().canUndo]).toEqual([[], 1, false]);
  acts.redo();
  expect(await next((id) => ({ actId: id + 100, left: 1 }))).toBe(101);
  await idle(acts);
  expect(report.mock.lastCall).toEqual([1, 1]);
  expect(acts.store.get().canUndo).toBe(true);
});

test('[B1492] what has not been sent is given up first, press by press; a failure gives up the presses after it, and can be tried again', async () => {
  const { acts, report, next } = serve({ waiting: 2 });
  for (const id of [1, 2]) acts.add(id);
  for (let press = 0; press < 4; press++) acts.undo();
  expect(await next(() => 'again')).toBe(2);
  await idle(acts);
  expect(report).not.toHaveBeenCalled();
  acts.undo();
  expect(await next()).toBe(2);
  acts.undo();
  expect(await next(() => null)).toBe(1);
  await idle(acts);
  expect(report.mock.calls).toEqual([[1, 0]]);
});

test('[B2972] an act is undone only once what was typed after it is saved', async () => {
  const saving = Promise.withResolvers<void>();
  const { acts, calls, report, next } = serve({ settle: () => saving.promise });
  acts.add(1);
  acts.undo();
  await new Promise((resolve) => setTimeout(resolve));
  expect([calls, acts.store.get().isUndoing]).toEqual([[], true]);
  saving.resolve();
  expect(await next()).toBe(1);
  await idle(acts);
  expect(report.mock.calls).toEqual([[1, 0]]);
});
