import type { GradedCell } from '@classwright/contract/class/submissions/calls';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assignedOf, type Book, readBook } from './book.ts';
import { GradebookState } from './gradebook-state.ts';
import { answerOf, partOf } from './testing/answer.ts';

/** The number of random runs. Set RUNS to change it. */
const RUNS = Number(process.env['RUNS'] ?? 300);
const STUDENTS = ['Amara Diallo', 'Ben Whitaker', 'Elif Yılmaz', 'Grace Weber'] as const;
const ITEMS = 3;
const settings = {
  calculation_type: 'WEIGHTED_BY_CATEGORY',
  show_grade: true,
  exclude_missing: false,
  categories: [
    { category_id: 1, category_name: 'Tests', category_point: 40, drop_lowest: 1 },
    { category_id: 2, category_name: 'Labs', category_point: 33.33, drop_lowest: 0 },
  ],
} as const;
const periods = [{ key: '1', name: 'Autumn', start: '2026-09-01', end: '2026-09-30' }];

/** A generator for what can happen in a class, cell by cell, and to the page while it does. */
const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('grade', 'excuse', 'return', 'hand in'),
      at: fc.nat(),
      to: fc.integer({ min: 0, max: 6_000 }),
      isMany: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('type' as const), at: fc.nat(), to: fc.integer({ min: 0, max: 99 }), isMany: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(...(['event', 'event twice', 'answer', 'load', 'load all', 'loaded', 'loaded late', 'cut'] as const)),
    }),
  },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

let clock = 0;
beforeEach(() => {
  vi.useFakeTimers();
  // no two things happen at the same moment
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 1));
});
afterEach(() => vi.useRealTimers());

const open = (book: Book): GradebookState =>
  new GradebookState({
    ...{ book, askedAt: performance.now(), periods: periods as never },
    kept: { put: () => true, drop: () => undefined },
    words: { problem: String, withoutPoints: '', unassigned: '', left: '', loading: '', gone: '' },
    onWaiting: () => undefined,
  });

/** The simulated server. It holds the cells and the events that the page has not received yet. */
class Class {
  readonly cells: GradedCell[] = Array.from({ length: ITEMS * STUDENTS.length }, (_, at) => ({
    ...{ submissionId: at + 1, courseWorkId: 11 + Math.floor(at / STUDENTS.length), account_id: 101 + (at % STUDENTS.length) },
    ...{ draftGrade: null, assignedGrade: null, excused: false, state: 'CREATED' as const, late: false, revision: 0 },
  }));
  readonly events: ({ cells: GradedCell[] } | { items: number[] })[] = [];

  change(at: number, what: Partial<GradedCell>, isMany: boolean): GradedCell {
    const cell = { ...this.cells[at]!, ...what };
    const isGraded = 'draftGrade' in what || 'excused' in what || 'assignedGrade' in what;
    if (isGraded) cell.revision += 1;
    this.cells[at] = cell;
    // An event names only the item when the work is handed in or there are too many cells.
    this.events.push(isMany || !isGraded ? { items: [cell.courseWorkId] } : { cells: [cell] });
    return cell;
  }

  /** `cellsOf`: the items that come with cells, not only heads. */
  book(ids?: readonly number[], cellsOf?: readonly number[]): Book {
    const items = Array.from({ length: ITEMS }, (_, place) => {
      const cells = this.cells.slice(place * STUDENTS.length, (place + 1) * STUDENTS.length);
      const shown = cells.flatMap(({ state, draftGrade, assignedGrade }, at): [number, number | null][] =>
        assignedGrade === (state === 'RETURNED' ? draftGrade : null) ? [] : [[at, assignedGrade]],
      );
      return {
        id: 11 + place,
        ...{ due: `2026-09-1${place}`, points: [50, 33.33, 20][place]!, category: [1, 2, 1][place]! },
        draft: cells.map(({ draftGrade }) => draftGrade),
        marks: cells.map(({ state, late }) => ({ CREATED: 'c', TURNED_IN: late ? 'T' : 't', RETURNED: late ? 'R' : 'r' })[state]).join(''),
        assigned: shown,
        excused: cells.flatMap(({ excused }, at) => (excused ? [at] : [])),
      };
    }).filter(({ id }) => ids?.includes(id) ?? true);
    const answer = answerOf(items, { settings: settings as never, as_of: '2026-10-01T00:00:00.000Z' }, STUDENTS);
    return readBook(partOf(answer, (place) => cellsOf?.includes(place) ?? true));
  }
}

/**
 * Runs a course of events until everything under way has arrived. A page that begins with some items (`part`, by place)
 * asks for the rest right away.
 */
function run(steps: readonly Step[], part?: readonly number[]): { shown: GradebookState; fresh: GradebookState } {
  const server = new Class();
  const page = open(server.book(undefined, part));
  const loads: { isWhole: boolean; arrive: () => void }[] = [];
  const answers: (() => void)[] = [];
  const load = (ids?: readonly number[]): void => {
    const askedAt = performance.now();
    const book = server.book(ids);
    const arrive = () => {
      if (ids === undefined) page.adopt(book, askedAt);
      else if (!page.takeItems({ book, askedAt })) throw new Error('it is another class');
    };
    loads.push({ isWhole: ids === undefined, arrive });
  };
  const hear = (times: number): void => {
    const event = server.events.shift();
    if (!event) return;
    for (let time = 0; time < times; time++)
      if ('cells' in event) page.take(event.cells);
      else load(event.items);
  };
  page.askAnew = load;
  const type = (at: number, to: number, isMany: boolean): void => {
    if (answers.length > 0) return; // one call at a time
    const { courseWorkId, account_id } = server.cells[at]!;
    page.type([{ itemId: courseWorkId, studentId: account_id, typed: String(to) }]);
    const sent = page.markSending(page.listWaiting(10));
    for (const edit of sent) {
      const now = server.cells[at]!;
      const there = now.excused ? 'EX' : now.draftGrade;
      if (there !== edit.was && there !== edit.value) {
        answers.push(() => {
          page.refuse([edit], [
            { submissionId: 0, account_id, courseWorkId, code: 'GRADE_CHANGED', message: '', newer: { ...now, changed_by: 'Ben', changed_at: null } },
          ] as never);
          page.putBack(courseWorkId, account_id);
        });
      } else {
        const saved = there === edit.value ? now : server.change(at, { draftGrade: to, excused: false }, isMany);
        // an answer does not name the cells of a call that saved very many
        answers.push(() => (isMany ? page.confirmUnnamed([edit]) : page.confirm([edit], [saved])));
      }
    }
  };
  if (part) load();
  for (const step of steps) {
    if (step.do === 'event' || step.do === 'event twice') hear(step.do === 'event' ? 1 : 2);
    else if (step.do === 'answer') answers.shift()?.();
    else if (step.do === 'load') load([11]);
    else if (step.do === 'load all') load();
    else if (step.do === 'cut') {
      // The missed events are never received, so the whole book is requested.
      server.events.length = 0;
      load();
    } else if (step.do === 'loaded') loads.shift()?.arrive();
    else if (step.do === 'loaded late') {
      // Columns arrive before an earlier request. Of two requests for the whole book, the earlier is dropped.
      if (loads[1]?.isWhole === false) loads.splice(1, 1)[0]?.arrive();
    } else if ('at' in step) {
      const at = step.at % server.cells.length;
      const cell = server.cells[at]!;
      if (step.do === 'type') type(at, step.to, step.isMany);
      else if (step.do === 'grade') server.change(at, { draftGrade: step.to % 7 === 0 ? null : step.to / 100, excused: false }, step.isMany);
      else if (step.do === 'excuse') server.change(at, { excused: !cell.excused }, step.isMany);
      else if (step.do === 'return') server.change(at, { assignedGrade: cell.draftGrade, state: 'RETURNED' }, step.isMany);
      else server.change(at, { state: 'TURNED_IN', late: step.to % 2 === 0 }, true);
    }
  }
  for (const answer of answers) answer();
  while (server.events.length > 0) hear(1);
  for (const { arrive } of loads) arrive();
  return { shown: page, fresh: open(server.book()) };
}

function describeBook(state: GradebookState) {
  const { items, students } = state.current;
  return {
    cells: items.map((item, at) => students.map((_, student) => ({ ...state.cell(at, student), assigned: assignedOf(item, student) }))),
    figures: students.map((_, student) => state.figuresOf(student)),
    returned: students.map((_, student) => [state.studentSees(student, null), state.studentSees(student, 0)]),
    averages: items.map((_, at) => state.itemAverage(at)),
    changed: state.countChangedSinceReturned(),
  };
}

test('[K171] an open gradebook that heard everything is as one that opens now: cells, figures, what students see', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), fc.option(fc.subarray([0, 1, 2]), { nil: undefined }), (steps, part) => {
      const { shown, fresh } = run(steps, part);
      expect(describeBook(shown)).toEqual(describeBook(fresh));
      shown.stop();
      fresh.stop();
    }),
    { numRuns: RUNS },
  );
});
