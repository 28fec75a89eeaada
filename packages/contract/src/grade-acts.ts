import { ACT_FORMS, type ComputedAct, LEFT_REASONS } from '@classwright/rules/grading/acts';
import { z } from 'zod';
import { endpoint } from './core/endpoint.ts';
import { flag, id, optionalText, packMessage } from './core/fields.ts';
import { gradeChanges } from './grade-changes.ts';
import { asMessage } from './messages/translate.ts';
import { GradedCell, RefusedCell } from './submissions.ts';

export const GRADE_ACT_LIMITS = {
  /** Cells that an answer shows one by one; of more it says how many. */
  mostShown: 500,
  /** Cells that a preview looks at. */
  mostLooked: 100_000,
  mostWorks: 2_000,
  mostStudents: 5_000,
  mostPercent: 1_000,
  mostFactor: 100,
} as const;

/** What is done to many grades by one call. Beside these there are `import`, `return`, `unreturn`, `undo` and `points`. */
const BULK_KINDS = ['edit', 'paste', 'fill', 'add', 'scale', 'at-least', 'late', 'lesson', 'excuse', 'clear'] as const;

const Id = z.number().int();
const may = (action: string) => ({ resource: 'submissions', action });
const courseId = id(asMessage('topic.field.course'));
const errorOf = (key: string, params: Record<string, number> = {}) => ({ error: packMessage(key, params) });

/** A number with so many decimals, within bounds. */
function decimal(message: { error: string }, { min, max, places = 2 }: { min: number; max: number; places?: number }) {
  const isExact = (value: number): boolean => Math.round(value * 10 ** places) / 10 ** places === value;
  return z.number(message).min(min, message).max(max, message).refine(isExact, message);
}
const points = decimal(errorOf('gradeActs.points'), { min: 0, max: 99_999.99 });
const percentTo = (most: number) => decimal(errorOf('gradeActs.percent', { most }), { min: 0, max: most });
const percent = percentTo(GRADE_ACT_LIMITS.mostPercent);
const share = percentTo(100);
const factor = decimal(errorOf('gradeActs.factor', { most: GRADE_ACT_LIMITS.mostFactor }), { min: 0, max: GRADE_ACT_LIMITS.mostFactor, places: 4 });
const amount = [z.strictObject({ points }), z.strictObject({ percent })] as const;

const act: z.ZodType<ComputedAct, unknown> = z.union(
  [
    z.object({
      kind: z.literal('fill'),
      cells: z.enum(['empty', 'overdue', 'all']),
      to: z.union([...amount, z.strictObject({ excused: z.literal(true) })]),
      leave_open: z.boolean().default(true),
    }),
    z.object({ kind: z.literal('add'), points: decimal(errorOf('gradeActs.points'), { min: -99_999.99, max: 99_999.99 }) }),
    z.object({ kind: z.literal('scale'), by: z.literal('factor'), value: factor }),
    z.object({ kind: z.literal('scale'), by: z.enum(['percent', 'top']), value: percent }),
    z.object({ kind: z.literal('at-least'), to: z.union([...amount]) }),
    z.object({ kind: z.literal('late'), percent: share, floor: share }),
    z.object({ kind: z.literal('lesson'), form: z.enum(ACT_FORMS) }),
    z.object({ kind: z.literal('excuse') }),
    z.object({ kind: z.literal('clear') }),
  ],
  errorOf('gradeActs.act'),
);

/** Some of many ids, each once. */
const named = (label: string, most: number) =>
  z
    .array(id(label), errorOf('gradeActs.mostNamed', { most }))
    .min(1, errorOf('gradeActs.none'))
    .max(most, errorOf('gradeActs.mostNamed', { most }))
    .transform((ids) => [...new Set(ids)]);
const workIds = named(asMessage('gradeActs.works'), GRADE_ACT_LIMITS.mostWorks);
const accountIds = named(asMessage('gradeActs.account'), GRADE_ACT_LIMITS.mostStudents).nullish();

/** A column of a large answer: its values come from our own database and are not looked at one by one. */
const column = <Value>() => z.custom<Value[]>(Array.isArray);

const done = {
  /** Null: nothing changed. */
  act_id: Id.nullable(),
  /** Cells that changed. */
  count: Id,
  /** What they are now, where at most 500 changed; else none. */
  saved: z.array(GradedCell),
  /** The first 500 of those that could not be. */
  refused: z.array(RefusedCell),
  refused_count: Id,
  message: z.string(),
};

export const gradeBulk = endpoint({
  name: 'submission.gradeBulk',
  method: 'POST',
  path: '/grade-submissions/bulk',
  access: may('edit'),
  cost: 5,
  summary: 'Up to 20,000 grades of a class as one act: what is right is saved and the others are named, or nothing is saved where one cannot be',
  body: z.object({
    courseId,
    kind: z.enum(BULK_KINDS),
    /** What its author says of it, for the history. */
    note: optionalText({ label: asMessage('gradeActs.note'), max: 500 }),
    all_or_nothing: flag(asMessage('gradeActs.wholly')).default(false),
    changes: gradeChanges,
  }),
  response: z.object(done),
  errors: ['GRADES_REFUSED', 'CLASS_ARCHIVED'],
  idempotent: true,
  bodyLimitBytes: 4_194_304,
});

export const gradeActPreview = endpoint({
  name: 'gradeAct.preview',
  method: 'POST',
  path: '/grade-book/preview',
  access: may('edit'),
  cost: 5,
  summary: 'What an act would make of which cells, and why it leaves the others alone. The columns of changes are what grade-submissions/bulk takes',
  body: z.object({ courseId, act, course_work_ids: workIds, account_ids: accountIds }),
  response: z.object({
    /** What would change, by work and student. */
    changes: z.object({
      course_work_id: column<number>(),
      account_id: column<number>(),
      from: column<number | 'EX' | null>(),
      to: column<number | 'EX' | null>(),
    }),
    count: Id,
    /** How many cells stay as they are, by the reason; those of at most 500 are named. */
    left: z.array(z.object({ reason: z.enum(LEFT_REASONS), count: Id, cells: z.array(z.object({ course_work_id: Id, account_id: Id })) })),
  }),
  errors: ['WORK_NOT_FOUND', 'STUDENT_NOT_FOUND', 'CLASS_ARCHIVED'],
  readOnly: true,
  bodyLimitBytes: 262_144,
});
export type GradeActPreview = z.infer<typeof gradeActPreview.response>;

export const gradeActUndo = endpoint({
  name: 'gradeAct.undo',
  method: 'POST',
  path: '/grade-book/acts/:id/undo',
  access: may('edit'),
  cost: 5,
  summary: 'Take an act back where nothing happened since; undoing that does it again',
  params: z.object({ id: id(asMessage('submissions.act')) }),
  response: z.object(done),
  errors: ['ACT_UNDONE', 'CLASS_ARCHIVED'],
  idempotent: true,
});
