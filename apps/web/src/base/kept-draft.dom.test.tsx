import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useKeptDraft } from './kept-draft.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});

test('[B1958] a draft counts as kept once the device has taken it, and no longer once the device takes no more', () => {
  const { result } = renderHook(() => useKeptDraft<{ at: string; text: string }>(() => 'cw.draft.test'));
  act(() => result.current.keep({ text: 'One' }));
  expect([result.current.keptAt, localStorage.getItem('cw.draft.test')]).toEqual([null, null]);
  act(() => void vi.runAllTimers());
  expect(result.current.keptAt).not.toBeNull();
  expect(localStorage.getItem('cw.draft.test')).toContain('One');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  act(() => result.current.keep({ text: 'Two' }));
  act(() => void vi.runAllTimers());
  expect([result.current.keptAt, result.current.isFull]).toEqual([null, true]);
});
