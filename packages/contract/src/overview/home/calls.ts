import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { packMessage } from '../../core/fields.ts';
import { AttentionStudentView } from '../../lesson/results/attention.ts';
import { LightView } from '../system/calls.ts';

const Id = z.number().int();
/** The number of rows of a part on the first page. */
export const HOME_ROWS = 8;

/** Work in a student's classes that is not turned in: late work first, then the next due. */
export const DueWork = z.object({
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
  /** The lights of the running system that somebody must look at, problems first. Null: not for the caller. */
  system: z.array(LightView).nullable(),
  /** The limits of schools that are nearly reached, the fullest first; files in MB. Null: not for the caller. */
  limits: z.array(z.object({ school: z.string(), kind: z.enum(['people', 'files']), used: Id, most: Id })).nullable(),
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

/** Right answers of those who chose, in the three forms of a lesson, and how students moved from the first to the second. */
const WeekLesson = z.object({
  assessment_id: Id,
  course_id: Id,
  class_name: z.string(),
  title: z.string(),
  /** The day in the school's time zone, YYYY-MM-DD. */
  held_on: z.string(),
  answered_first: Id,
  right_first: Id,
  answered_second: Id,
  right_second: Id,
  answered_transfer: Id,
  right_transfer: Id,
  kept_right: Id,
  wrong_to_right: Id,
  right_to_wrong: Id,
  kept_wrong: Id,
});
export type WeekLesson = z.infer<typeof WeekLesson>;

/** The most names that a week begins with. */
export const MONDAY_NAMES = 5;

/** A week of a teacher's lessons, and what it asks for. */
export const MondayView = z.object({
  /** The lessons: those of the caller's classes, or those of the school for people who see it and teach no class. */
  of: z.enum(['own', 'school']),
  /** From Monday to Sunday, with the Mondays of the nearest weeks with lessons. Null: no lesson was held yet. */
  week: z.object({ from: z.string(), to: z.string(), is_this_week: z.boolean(), earlier: z.string().nullable(), later: z.string().nullable() }).nullable(),
  /** Newest first. */
  lessons: z.array(WeekLesson),
  /** The students of the caller's classes who need attention now, those with the most urgent reasons first. */
  attention: z.object({
    total: Id,
    names: z.array(z.object({ course_id: Id, class_name: z.string(), student: AttentionStudentView })).max(MONDAY_NAMES),
  }),
  /** The wrong response that the largest share of a lesson's class chose after talking. Null: none was chosen twice. */
  survived: z
    .object({
      assessment_id: Id,
      class_name: z.string(),
      question_id: Id,
      /** The question's title and the response, with formulas as people read them in plain text. */
      question: z.string(),
      /** Its place in the question, from 0. */
      place: Id,
      response: z.string(),
      /** The idea that it stands for, and its name. Null: none is named. */
      idea_id: Id.nullable(),
      idea: z.string().nullable(),
      answered_first: Id,
      first: Id,
      answered_second: Id,
      second: Id,
    })
    .nullable(),
  /** The next lesson that is planned for a class of the caller. Null: none. */
  next: z
    .object({
      assessment_id: Id,
      class_name: z.string(),
      title: z.string(),
      schedule_date: z.string(),
      start_time: z.string().nullable(),
      /** The missing parts of its plan. A lesson with fewer than two complete questions cannot be run. */
      missing: z.array(z.enum(['questions', 'responses', 'period'])),
    })
    .nullable(),
});
export type MondayView = z.infer<typeof MondayView>;

export const homeMonday = endpoint({
  name: 'home.monday',
  method: 'GET',
  path: '/home/monday',
  access: { resource: 'live-lessons', action: 'view' },
  summary: 'A week of one’s lessons: how they went, who and what needs attention, and the next lesson',
  query: z.object({ week: z.iso.date({ error: packMessage('monday.week') }).optional() }),
  response: MondayView,
  errors: [],
  cost: 3,
  readOnly: true,
});
