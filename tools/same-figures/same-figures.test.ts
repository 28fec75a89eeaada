import { computeStudentsFigures, toPlan } from '@classwright/server/modules/class/gradebook/figures';
import type { ItemCells } from '@classwright/server/modules/class/gradebook/matrix-queries';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BookAnswer, readBook, toGradeCell } from '../../apps/web/src/features/class/gradebook/book.ts';
import { Figures } from '../../apps/web/src/features/class/gradebook/figures.ts';
import { answerOf } from '../../apps/web/src/features/class/gradebook/testing/answer.ts';

/** The number of random classes. Set RUNS to change it. */
const RUNS = Number(process.env['RUNS'] ?? 300);
const NOW = new Date('2026-10-01T12:00:00Z');

const students = 5;
const anyGrade = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 12_000 }).map((hundredths) => hundredths / 100),
);
const anyItem = fc.record({
  due: fc.constantFrom(null, '2026-09-01', '2026-09-30', '2026-10-20'),
  points: fc.constantFrom(null, 0.01, 7, 10, 33.33, 50, 100),
  category: fc.constantFrom(null, 1, 2, 9),
  state: fc.constantFrom('PUBLISHED' as const, 'PUBLISHED' as const, 'DRAFT' as const),
  workType: fc.constantFrom('ASSIGNMENT' as const, 'ASSIGNMENT' as const, 'MATERIAL' as const),
  draft: fc.array(anyGrade, { minLength: students, maxLength: students }),
  marks: fc.array(fc.constantFrom('-', 'c', 'n', 't', 'T', 'r', 'R'), { minLength: students, maxLength: students }).map((letters) => letters.join('')),
  excused: fc.uniqueArray(fc.nat({ max: students - 1 }), { maxLength: 2 }),
});
const anyClass = fc.record({
  items: fc.array(anyItem, { maxLength: 12 }),
  calculation_type: fc.constantFrom('NO_OVERALL_GRADE' as const, 'TOTAL_POINTS' as const, 'WEIGHTED_BY_CATEGORY' as const),
  exclude_missing: fc.boolean(),
  points: fc.tuple(fc.constantFrom(0, 10, 33.33, 60), fc.constantFrom(0, 10, 40)),
  drops: fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })),
});

/** Returns the same rows as the server reads them. */
const toServerItems = ({ items: { columns } }: BookAnswer): ItemCells[] =>
  columns.id.map((id, place) => ({
    id,
    title: columns.title[place]!,
    due_date: columns.due_date[place]!,
    dueTime: null,
    due_at: columns.due_at[place] ? new Date(columns.due_at[place]) : null,
    period_date: columns.period_date[place]!,
    maxPoints: columns.maxPoints[place]!,
    category_id: columns.category_id[place]!,
    workType: columns.workType[place]!,
    state: columns.state[place]!,
    assessment_id: null,
    draft: columns.draft[place]!,
    marks: columns.marks[place]!,
    assigned: columns.assigned[place]!,
    excused: columns.excused[place]!,
  }));

test('[K326] the server’s figures of a class are those of its pages, to the last decimal', async () => {
  await fc.assert(
    fc.asyncProperty(anyClass, async ({ items, calculation_type, exclude_missing, points, drops }) => {
      const categories = points.map((point, at) => ({
        category_id: at + 1,
        category_name: `Category ${at + 1}`,
        category_point: point,
        drop_lowest: drops[at]!,
      }));
      const settings = {
        setting_id: 1,
        updated_at: null,
        calculation_type,
        exclude_missing,
        show_grade: true,
        categories,
      } as BookAnswer['gradebook']['settings'];
      const answer = answerOf(
        items,
        { settings, as_of: NOW.toISOString() },
        Array.from({ length: students }, (_, at) => `Student ${at}`),
      );
      const rows = toServerItems(answer);
      const plan = toPlan({ settings, items: rows, spans: [{ start_date: '2026-09-01', end_date: '2026-09-30' }] });
      // The first student has left.
      answer.students.columns.has_left[0] = true;
      const book = readBook(answer, true);
      const server = await computeStudentsFigures(
        plan,
        rows,
        answer.students.columns.has_left.map((has_left) => ({ has_left })),
        NOW,
      );

      const web = new Figures({
        book,
        periods: [{ key: '1', name: 'Autumn', start: '2026-09-01', end: '2026-09-30' }],
        cellAt: (item, student) => toGradeCell(book.items[item]!, student),
        now: () => NOW.getTime(),
        onAverages: () => undefined,
      });
      const shown = book.students.map((_, student) => web.of(student));
      web.stop();
      expect({ overall: shown.map(({ overall }) => overall), mpg: [shown.map(({ periods }) => periods[0])] }).toEqual({
        overall: server.overall,
        mpg: server.mpg,
      });
    }),
    { numRuns: RUNS },
  );
});
