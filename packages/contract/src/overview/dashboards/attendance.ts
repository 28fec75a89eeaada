import { z } from 'zod';
import { day, defineDashboard, type FigureMark, flag, one } from '../../core/dashboard.ts';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { identity, lessonColumns, pieceColumns } from './columns.ts';

/** Everybody on the rosters: present or absent. */
const ROSTER = ['total_logged_in', 'total_absent'] as const;
const piece = (what: string, mark: FigureMark) =>
  ({ kind: 'count', rows: 'pieces', mark, title: `dashboard.attendance.${what}`, says: `dashboard.attendance.${what}.says` }) as const;

/** The states of a student in a finished lesson. */
const PRESENCE = ['absent', 'submittedEngaged', 'submitted', 'engaged', 'loggedIn'] as const;

const AttendanceStudent = z.object({
  id: z.number().int(),
  name: z.string(),
  logged_in: z.number().int(),
  submitted_assessment: z.number().int(),
  engaged_in_session: z.number().int(),
  /** The number of lessons at whose finish they were in the class, or that they took part in. */
  lessons: z.number().int(),
  /** The newest of these lessons, the oldest of them first: what the student did in each. */
  newest: z.array(z.object({ held_on: z.string(), state: z.enum(PRESENCE) })),
});
export type AttendanceStudent = z.infer<typeof AttendanceStudent>;

/**
 * The dashboard of attendance: people who were there, answered and took part, out of the roster of each lesson at its
 * finish.
 */
export const attendanceDashboard = defineDashboard({
  name: 'attendance',
  path: '/dashboard/attendance',
  route: 'attendance-dashboard',
  title: 'dashboard.attendance',
  about: 'dashboard.attendance.about',
  resource: 'attendance-dashboard',
  isFlat: false,
  filters: {
    grade: one({ label: 'dashboard.filter.grade', list: 'grade' }),
    class: one({ label: 'dashboard.filter.class', list: 'class' }),
    start_date: day({ label: 'dashboard.filter.startDate' }),
    end_date: day({ label: 'dashboard.filter.endDate', notBefore: 'start_date' }),
    left: flag({ label: 'dashboard.filter.left' }),
    teacher: one({ label: 'dashboard.filter.teacher', list: 'teacher', for: 'school' }),
    school: one({ label: 'dashboard.filter.school', list: 'school', for: 'admin' }),
  },
  period: ['start_date', 'end_date'],
  rows: {
    attendances: {
      columns: {
        student: { kind: 'text', label: 'dashboard.column.student' },
        ...identity,
        held_on: { kind: 'day', label: 'dashboard.column.held' },
        title: { kind: 'text', label: 'dashboard.column.lesson' },
        class_name: { kind: 'text', label: 'dashboard.column.class' },
        state: { kind: 'words', label: 'dashboard.column.state', values: PRESENCE },
      },
      sort: { by: 'student', direction: 'asc' },
      opens: '/live-snapshot?assessment_id={}',
    },
    lessons: lessonColumns,
    students: {
      columns: {
        student: { kind: 'text', label: 'dashboard.column.student' },
        ...identity,
        lessons: { kind: 'number', label: 'dashboard.column.lessons' },
        logged_in: { kind: 'number', label: 'dashboard.column.loggedIn' },
        share: { kind: 'number', label: 'dashboard.column.share' },
        submitted: { kind: 'number', label: 'dashboard.column.submitted' },
        engaged: { kind: 'number', label: 'dashboard.column.engaged' },
      },
      sort: { by: 'share', direction: 'asc' },
    },
    pieces: pieceColumns,
  },
  figures: {
    total_average_session: {
      kind: 'mean',
      over: ['total_logged_in', 'total_sessions'],
      rows: 'attendances',
      title: 'dashboard.attendance.average',
      says: 'dashboard.attendance.average.says',
    },
    total_sessions: { kind: 'count', rows: 'lessons', title: 'dashboard.attendance.sessions', says: 'dashboard.attendance.sessions.says' },
    total_logged_in: {
      kind: 'count',
      rows: 'attendances',
      mark: 'af',
      of: ROSTER,
      title: 'dashboard.attendance.loggedIn',
      says: 'dashboard.attendance.loggedIn.says',
    },
    total_submitted: {
      kind: 'count',
      rows: 'attendances',
      mark: 'cb',
      of: ROSTER,
      title: 'dashboard.attendance.submitted',
      says: 'dashboard.attendance.submitted.says',
    },
    total_engaged: {
      kind: 'count',
      rows: 'attendances',
      mark: 'dc',
      of: ROSTER,
      title: 'dashboard.attendance.engaged',
      says: 'dashboard.attendance.engaged.says',
    },
    total_absent: {
      kind: 'count',
      rows: 'attendances',
      mark: 'fe',
      of: ROSTER,
      title: 'dashboard.attendance.absent',
      says: 'dashboard.attendance.absent.says',
    },
    total_students: { kind: 'count', rows: 'students', for: 'staff', title: 'dashboard.attendance.students', says: 'dashboard.attendance.students.says' },
    total_overdue: piece('overDue', 'ff'),
    total_complete: piece('complete', 'bb'),
    total_graded: piece('graded', 'cc'),
    total_ungraded: piece('ungraded', 'ee'),
    total_returned: piece('returned', 'dd'),
  },
  chart: { of: ['total_logged_in', 'total_submitted', 'total_engaged', 'total_absent'], axisFrom: 500 },
  extra: {
    running: z.number().int(),
    /** The first page of students, by name. */
    students: z.array(AttendanceStudent),
  },
});

const { grade, class: course, start_date, end_date, left, teacher, school } = attendanceDashboard.declaration.filters;
const searched = {
  teacher: teacher.schema.optional(),
  school: school.schema.optional(),
  grade: grade.schema.optional(),
  class: course.schema.optional(),
  start_date: start_date.schema.optional(),
  end_date: end_date.schema.optional(),
  left: left.schema.optional(),
};
const inOrder = ({ start_date: from, end_date: to }: { start_date?: string | null | undefined; end_date?: string | null | undefined }): boolean =>
  !from || !to || from <= to;
const reversed = { error: packMessage('list.endBeforeStart'), path: ['end_date'] };
const access = { resource: 'attendance-dashboard', action: 'view' } as const;

/**
 * The current students of the classes in reach, with `left` also those who have left, each with sums over the filtered
 * lessons. Typed text is sent in a body.
 */
export const attendanceStudents = endpoint({
  name: 'dashboard.attendance.students',
  method: 'POST',
  path: '/dashboard/attendance/students',
  access,
  summary: 'The students of the attendance dashboard, with how many lessons they joined, answered whole, and spoke in',
  body: z
    .object({
      ...searched,
      ...pageQuery.shape,
      search: z.string().max(200).default(''),
      sort: z.enum(['name', 'share', 'logged_in', 'submitted_assessment', 'engaged_in_session']).default('name'),
      direction: z.enum(['asc', 'desc']).default('asc'),
    })
    .refine(inOrder, reversed),
  response: z.object({ students: z.array(AttendanceStudent), pagination: Pagination }),
  errors: [],
  readOnly: true,
  cost: 4,
});

/**
 * One row for each day on which a class of the student held a lesson. The values are numbers, since a day may have two.
 */
export const attendanceDetails = endpoint({
  name: 'dashboard.attendance.details',
  method: 'GET',
  path: '/dashboard/attendance/student-details',
  access,
  summary: 'The days of one student: lessons held, joined, answered whole, and spoken in',
  query: z
    .object({
      id: id(asMessage('dashboard.filter.student')),
      /** Accepted and ignored: the id identifies the person. */
      name: z.string().max(400).optional(),
      ...searched,
    })
    .refine(inOrder, reversed),
  response: z.object({
    student: z.object({ id: z.number().int(), name: z.string() }),
    data: z.array(
      z.object({
        date: z.string(),
        lessons: z.number().int(),
        submitted_assessment: z.number().int(),
        logged_in: z.number().int(),
        engaged_in_session: z.number().int(),
      }),
    ),
  }),
  errors: [],
  readOnly: true,
  cost: 2,
});
