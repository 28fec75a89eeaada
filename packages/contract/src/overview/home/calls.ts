import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

const Id = z.number().int();
/** The number of rows of a part on the first page. */
export const HOME_ROWS = 8;

/** Work in a student's classes that is not turned in: late work first, then the next due. */
const DueWork = z.object({
  id: Id,
  course_id: Id,
  class_name: z.string(),
  title: z.string(),
  /** The kind of work. */
  kind: z.string(),
  due_at: z.string(),
  /** True when it has a due time. Otherwise it is due at the end of the day. */
  has_time: z.boolean(),
  when: z.enum(['overdue', 'today', 'soon']),
});

/** Work that was returned to a student, who has not looked at it. */
const ReturnedWork = z.object({
  /** The id of the notification. Reading it dismisses the row. */
  notification_id: Id,
  title: z.string(),
  class_name: z.string(),
  /** The maximum points. Null: not graded by points. */
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

/** The number of submissions in a class that wait for a grade, and to be returned; never both 0. */
const ToGrade = z.object({ course_id: Id, class_name: z.string(), count: Id, to_return: Id });

/** The home page. Parts that are not for the caller are null. */
export const HomeView = z.object({
  student: z
    .object({
      due: z.array(DueWork),
      due_total: Id,
      returned: z.array(ReturnedWork),
      lessons: z.array(TodaysLesson),
      /** The question about an earlier lesson that is asked again now. Null: none. */
      review: z.object({ id: Id, title: z.string(), class_name: z.string() }).nullable(),
      /** Lessons that the student missed and has not done alone, newest first. */
      missed: z.array(z.object({ assessment_id: Id, title: z.string(), class_name: z.string(), minutes: Id })),
    })
    .nullable(),
  staff: z
    .object({
      /** The caller's classes, the one with the most waiting first. */
      to_grade: z.array(ToGrade),
      /** The total of all of their classes. */
      to_grade_total: Id,
      to_return_total: Id,
      /** The page with exactly these submissions; add `&figure=`. Null: the caller may not see it. */
      list_path: z.string().nullable(),
    })
    .nullable(),
  admin: z.object({ requested_classes: Id, failed_jobs: Id }).nullable(),
  /** The caller's class invitations, and unread decisions on their requests. */
  waiting: z.object({ invitations: Id, decisions: Id }),
});
export type HomeView = z.infer<typeof HomeView>;

export const homeGet = endpoint({
  name: 'home.get',
  method: 'GET',
  path: '/home',
  access: { resource: 'own-account', action: 'view' },
  summary: 'One’s next tasks, by one’s rights',
  response: HomeView,
  errors: [],
  readOnly: true,
});
