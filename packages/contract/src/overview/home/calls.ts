import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

const Id = z.number().int();
/** As many rows of a part as a first page shows. */
export const HOME_ROWS = 8;

/** Work of a student's classes that is not handed in: what is late, then what comes next. */
const DueWork = z.object({
  id: Id,
  course_id: Id,
  class_name: z.string(),
  title: z.string(),
  /** What it was made as. */
  kind: z.string(),
  due_at: z.string(),
  /** It has a time of its own; without, it is due at the end of the day. */
  has_time: z.boolean(),
  when: z.enum(['overdue', 'today', 'soon']),
});

/** What a student has back and has not looked at. */
const ReturnedWork = z.object({
  /** Of the notification: reading that puts it away. */
  notification_id: Id,
  title: z.string(),
  class_name: z.string(),
  /** Null: not graded by points. */
  points: z.number().nullable(),
  max_points: z.number().nullable(),
  returned_at: z.string(),
  path: z.string(),
});

const TodaysLesson = z.object({
  assessment_id: Id,
  title: z.string(),
  class_name: z.string(),
  start_time: z.string().nullable(),
  end_time: z.string().nullable(),
});

/** How much of a class waits for a grade, and how much to be returned; never both 0. */
const ToGrade = z.object({ course_id: Id, class_name: z.string(), count: Id, to_return: Id });

/** Parts that are not for whoever asks are null. */
export const HomeView = z.object({
  student: z
    .object({
      due: z.array(DueWork),
      due_total: Id,
      returned: z.array(ReturnedWork),
      lessons: z.array(TodaysLesson),
    })
    .nullable(),
  staff: z
    .object({
      /** The classes of whoever asks, where most waits first. */
      to_grade: z.array(ToGrade),
      /** Of all of their classes. */
      to_grade_total: Id,
      to_return_total: Id,
      /** The page with exactly what waits, `&figure=` to be added; null: whoever asks may not see it. */
      list_path: z.string().nullable(),
    })
    .nullable(),
  admin: z.object({ requested_classes: Id, failed_jobs: Id }).nullable(),
  /** Classes that one is invited to, and decisions on one's requests that one has not read. */
  waiting: z.object({ invitations: Id, decisions: Id }),
});
export type HomeView = z.infer<typeof HomeView>;

export const homeGet = endpoint({
  name: 'home.get',
  method: 'GET',
  path: '/home',
  access: { resource: 'own-account', action: 'view' },
  summary: 'What one has to do next, by what one may do',
  response: HomeView,
  errors: [],
  readOnly: true,
});
