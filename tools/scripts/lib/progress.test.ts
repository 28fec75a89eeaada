import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showProgress } from './progress.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function show(isTTY: boolean) {
  const written: string[] = [];
  const state = { part: 0 };
  const end = showProgress('Packages', () => state.part, { isTTY, write: (text) => written.push(text) });
  return { written, state, end };
}

test('on a terminal the bar grows in its line and ends full', () => {
  const { written, state, end } = show(true);
  state.part = 0.5;
  vi.advanceTimersByTime(1000);
  expect(written.at(-1)).toBe(`\rPackages [${'#'.repeat(15)}${'-'.repeat(15)}]  50%`);
  end(true);
  expect(written.slice(-2)).toEqual([`\rPackages [${'#'.repeat(30)}] 100%`, '\n']);
});

test('in a file each quarter is one line, and what fails does not end full', () => {
  const { written, state, end } = show(false);
  for (const part of [0.1, 0.3, 0.4, 0.8]) {
    state.part = part;
    vi.advanceTimersByTime(1000);
  }
  end(false);
  expect(written).toEqual(['Packages 25%\n', 'Packages 75%\n']);
  vi.advanceTimersByTime(10_000);
  expect(vi.getTimerCount()).toBe(0);
});
