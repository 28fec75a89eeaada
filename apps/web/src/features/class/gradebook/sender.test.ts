import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readBook } from './book.ts';
import type { Edit } from './edits.ts';
import { GradebookState } from './gradebook-state.ts';
import { createSender } from './sender.ts';
import { answerOf } from './testing/answer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Opens a page whose calls get their response when the test releases them. Everything is saved. */
function open() {
  const calls: { edits: readonly Edit[]; answer: () => void; lose: () => void }[] = [];
  const state: GradebookState = new GradebookState({
    ...{ book: readBook(answerOf()), periods: [] },
    kept: { put: () => undefined, drop: () => undefined },
    words: { problem: String, withoutPoints: '', unassigned: '', left: '', loading: '', gone: '' },
    onWaiting: () => sender.request(),
  });
  const sender = createSender({
    state: () => state,
    stored: async () => [],
    alone: (work) => work(),
    send: (edits) =>
      new Promise((resolve, reject) => {
        const saved = edits.map(({ itemId, studentId, value }, place) => ({
          ...{ submissionId: place + 1, courseWorkId: itemId, account_id: studentId, draftGrade: value as number, assignedGrade: null },
          ...{ excused: false, state: 'CREATED' as const, late: false, revision: 1 },
        }));
        calls.push({ edits, answer: () => resolve({ act_id: 1, act_ids: [1], saved, refused: [], refused_count: 0 }), lose: () => reject(new Error('cut')) });
      }),
    mostAtOnce: { saved: 100, separate: 2, named: 10 },
    causeOf: String,
    onSaved: () => undefined,
  });
  const type = (...cells: [item: number, student: number, typed: string][]) =>
    state.type(cells.map(([itemId, studentId, typed]) => ({ itemId, studentId, typed })));
  const sent = () => calls.map(({ edits }) => edits.map(({ typed }) => typed));
  const answer = async () => {
    calls.at(-1)!.answer();
    await vi.advanceTimersByTimeAsync(300);
  };
  const lose = async () => {
    calls.at(-1)!.lose();
    await vi.advanceTimersByTimeAsync(300);
  };
  return { state, type, sent, answer, lose };
}

test('[B1493] what was typed cell by cell goes out together, some at a time; a paste is a call of its own, in the order of typing', async () => {
  const { type, sent, answer } = open();
  type([11, 101, '1']);
  type([11, 102, '2']);
  type([11, 103, '3']);
  type([12, 101, '4'], [12, 102, '5']);
  type([12, 103, '6']);
  await vi.advanceTimersByTimeAsync(300);
  for (let call = 0; call < 4; call++) await answer();
  expect(sent()).toEqual([['1', '2'], ['3'], ['4', '5'], ['6']]);
});

test('[B1493] undo of what waits gives up the newest cell, or the newest paste, and no other', () => {
  const { state, type } = open();
  const waiting = () => state.listWaiting(10).map(({ typed }) => typed);
  type([11, 101, '1']);
  type([12, 101, '2'], [12, 102, '3']);
  type([11, 102, '4']);
  // Typed again, it becomes the newest.
  type([11, 101, '5']);
  expect(waiting()).toEqual(['2', '3', '4', '5']);
  expect([state.dropNewest(), waiting()]).toEqual([1, ['2', '3', '4']]);
  expect([state.dropNewest(), waiting()]).toEqual([1, ['2', '3']]);
  expect([state.dropNewest(), waiting()]).toEqual([2, []]);
  expect(state.dropNewest()).toBe(0);
});

test('[B1693] undo of a grade that was typed over one on its way leaves that one in its cell, and the next undo is of that one', async () => {
  const { state, type, sent, answer } = open();
  const shown = () => state.typedAt(0, 0);
  type([11, 101, '5']);
  await vi.advanceTimersByTimeAsync(300);
  type([11, 101, '6']);
  expect([state.dropNewest(), shown(), state.counts().saving]).toEqual([1, '5', 1]);
  expect(state.dropNewest()).toBe(0);
  await answer();
  expect([sent(), shown(), state.counts()]).toEqual([[['5']], '5', { saved: 1, saving: 0, failed: 0 }]);
});

test('[B1693] undo of a grade that was typed over one whose call is lost then leaves that one, which is sent again', async () => {
  const { state, type, sent, answer, lose } = open();
  type([11, 101, '5']);
  await vi.advanceTimersByTimeAsync(300);
  type([11, 101, '6']);
  state.dropNewest();
  await lose();
  expect([state.typedAt(0, 0), state.counts().failed]).toEqual(['5', 1]);
  await vi.advanceTimersByTimeAsync(3_000);
  await answer();
  expect([sent(), state.counts()]).toEqual([[['5'], ['5']], { saved: 1, saving: 0, failed: 0 }]);
});

test('[B1693] what was typed over a grade whose call was lost goes out by itself', async () => {
  const { state, type, sent, answer, lose } = open();
  type([11, 101, '5']);
  await vi.advanceTimersByTimeAsync(300);
  type([11, 101, '6']);
  await lose();
  await vi.advanceTimersByTimeAsync(3_000);
  await answer();
  expect([sent(), state.counts()]).toEqual([[['5'], ['6']], { saved: 1, saving: 0, failed: 0 }]);
});
