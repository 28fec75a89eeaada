import type { GradedCell, RefusedCell } from '@classwright/contract/class/submissions/calls';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CellValue, readBook, valueOf } from './book.ts';
import type { Edit } from './edits.ts';
import { GradebookState } from './gradebook-state.ts';
import { answerOf } from './testing/answer.ts';

/** The number of random runs. Set RUNS to change it. */
const RUNS = Number(process.env['RUNS'] ?? 2_000);
const STUDENTS = ['Amara Diallo', 'Ben Whitaker'] as const;
const ITEM = 11;

const anyStep = fc.record({
  who: fc.constantFrom(0, 1),
  do: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(['open', 'commit', 'send', 'answer', 'hear'] as const)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...(['escape', 'clear', 'load', 'lose the answer', 'lose the call', 'retry', 'keep mine', 'take theirs', 'undo what waits'] as const),
      ),
    },
  ),
  at: fc.constantFrom(0, 1),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

let clock = 0;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 1));
});
afterEach(() => vi.useRealTimers());

interface ServerCell extends GradedCell {
  /** The author of the current grade. */
  by: number | null;
}
interface Call {
  sent: readonly Edit[];
  saved: GradedCell[];
  refused: RefusedCell[];
}

/** A teacher with an open page: the values that they have seen in each cell, and the calls under way. */
class Teacher {
  readonly state: GradebookState;
  /**
   * Values that were on screen in a cell when an editor opened, when it was cleared, and in a question, by student.
   */
  readonly shown = STUDENTS.map(() => new Set<CellValue>());
  readonly heard: GradedCell[] = [];
  editor: { student: number; opening: ReturnType<GradebookState['open']> } | null = null;
  call: Call | null = null;
  readonly #me: number;
  #typed = 0;

  constructor(me: number) {
    this.#me = me;
    this.state = new GradebookState({
      ...{ book: readBook(answerOf([{ id: ITEM, points: 100_000 }], {}, STUDENTS)), periods: [] },
      kept: { put: () => true, drop: () => undefined },
      words: { problem: String, withoutPoints: '', unassigned: '', left: '', loading: '', gone: '' },
      onWaiting: () => undefined,
    });
  }

  /** Looks at a cell and records the server values that are visible there. */
  look(student: number): void {
    const { edit, ...cell } = this.state.seen(0, student);
    // A typed value hides the server's, unless a question names it.
    if (!edit) this.shown[student]!.add(valueOf(cell));
    else if (edit.newer) this.shown[student]!.add(edit.newer.value);
  }

  /** Returns a new grade. No two grades of a run are equal, so that each identifies its author. */
  nextGrade(): number {
    this.#typed += 2;
    return this.#typed + this.#me;
  }
}

function run(steps: readonly Step[]): void {
  const cells: ServerCell[] = STUDENTS.map((_, student) => ({
    ...{ submissionId: student + 1, courseWorkId: ITEM, account_id: 101 + student, draftGrade: null, assignedGrade: null },
    ...{ excused: false, state: 'CREATED' as const, late: false, revision: 0, by: null },
  }));
  const teachers = [new Teacher(0), new Teacher(1)];
  const asView = (cell: ServerCell): GradedCell => ({ ...cell });

  const send = (who: number, isHeard: boolean): void => {
    const { state, shown, call } = teachers[who]!;
    if (call !== null) return; // one call at a time
    const waiting = state.listWaiting(10);
    if (waiting.length === 0) return;
    const sent = state.markSending(waiting);
    const done: Call = { sent, saved: [], refused: [] };
    for (const edit of isHeard ? sent : []) {
      const student = edit.studentId - 101;
      const cell = cells[student]!;
      if (edit.value === cell.draftGrade) done.saved.push(asView(cell));
      else if (edit.was !== cell.draftGrade) {
        const newer = { ...asView(cell), changed_by: 'Ingrid', changed_at: null };
        const { submissionId, account_id, courseWorkId } = cell;
        done.refused.push({ submissionId, account_id, courseWorkId, code: 'GRADE_CHANGED', message: 'changed', newer });
      } else {
        if (cell.by !== null && cell.by !== who && !shown[student]!.has(cell.draftGrade)) throw new Error(`${who} writes over an unseen ${cell.draftGrade}`);
        Object.assign(cell, { draftGrade: edit.value, revision: cell.revision + 1, by: who });
        done.saved.push(asView(cell));
        for (const { heard } of teachers) heard.push(asView(cell));
      }
    }
    teachers[who]!.call = done;
  };
  const answer = (who: number): void => {
    const teacher = teachers[who]!;
    if (!teacher.call) return;
    const { sent, saved, refused } = teacher.call;
    teacher.call = null;
    teacher.state.confirm(sent, saved);
    teacher.state.refuse(sent, refused);
    for (const student of STUDENTS.keys()) {
      const named = teacher.state.seen(0, student).edit?.newer?.value;
      const isOwn = typeof named === 'number' && named % 2 === who;
      expect(isOwn, 'a question names a colleague’s grade').toBe(false);
    }
  };
  const lose = (who: number): void => {
    const teacher = teachers[who]!;
    if (!teacher.call) return;
    teacher.state.fail(teacher.call.sent, 'the connection is gone', true);
    teacher.call = null;
  };

  for (const step of steps) {
    const { who, at } = step;
    const teacher = teachers[who]!;
    const { state, editor, heard } = teacher;
    const place = { itemId: ITEM, studentId: 101 + at };
    switch (step.do) {
      case 'open':
        if (editor) break;
        teacher.look(at);
        teacher.editor = { student: at, opening: state.open(0, at) };
        break;
      case 'commit':
        if (!editor) break;
        teacher.editor = null;
        state.type([{ itemId: ITEM, studentId: 101 + editor.student, typed: String(teacher.nextGrade()), opening: editor.opening }]);
        break;
      case 'escape':
        teacher.editor = null;
        break;
      case 'clear':
        if (editor) break;
        teacher.look(at);
        state.type([{ ...place, typed: '' }]);
        break;
      case 'hear':
        if (heard.length > 0) state.take([heard.shift()!]);
        break;
      case 'load':
        state.takeItems({
          book: readBook(answerOf([{ id: ITEM, points: 100_000, draft: cells.map(({ draftGrade }) => draftGrade) }], {}, STUDENTS)),
          askedAt: performance.now(),
        });
        break;
      case 'send':
        send(who, true);
        break;
      case 'answer':
        answer(who);
        break;
      case 'lose the answer':
        lose(who);
        break;
      case 'lose the call':
        send(who, false);
        lose(who);
        break;
      case 'retry':
        state.retryPassing();
        break;
      case 'keep mine':
      case 'take theirs':
        if (editor || !state.seen(0, at).edit?.newer) break;
        teacher.look(at);
        if (step.do === 'keep mine') state.retry(ITEM, place.studentId);
        else state.putBack(ITEM, place.studentId);
        break;
      case 'undo what waits':
        if (editor) break;
        state.dropNewest();
    }
    for (const { itemId, studentId } of teacher.call?.sent ?? [])
      expect(state.seen(0, studentId - 101).edit, `${itemId} is on its way and stays in its cell`).toBeDefined();
  }
  for (const { state } of teachers) state.stop();
}

test('[B1490] [B1693] whatever two teachers do at once, no grade of a colleague is written over that was not on the screen before, nobody is asked about their own, and undo takes back no grade that is on its way', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60, size: 'max' }), (steps) => run(steps)),
    { numRuns: RUNS },
  );
});
