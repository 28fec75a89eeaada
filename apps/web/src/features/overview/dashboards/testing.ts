import type { Definition, Definitions } from './definitions.ts';

/** The marks of the figures below, in the order in which they are drawn. */
const MARKS: Readonly<Record<string, string>> = { total: 'aa', done: 'bb', left: 'cc', reused: 'dd', teachers: 'ee' };

const figure = (name: string, label: string, kind: 'count' | 'sum' | 'mean' = 'count') => ({
  name,
  label,
  says: `${label} in words.`,
  kind,
  rows: 'things',
  over: null,
  of: null,
  mark: MARKS[name] ?? null,
});
const one = (name: string, label: string, list: 'class' | 'student' | 'school' | 'teacher') => ({ name, label, kind: 'one', list, choices: null }) as const;
const field = (name: string, label: string, kind: 'typed' | 'day' | 'mark' | 'flag') => ({ name, label, kind, list: null, choices: null });

/** Returns a dashboard as the server describes it. */
const dashboard = (name: string, title: string, rest: Partial<Definition> = {}): Definition => ({
  name,
  title,
  about: `About ${title}.`,
  path: `/dashboard/${name}`,
  figures_path: `/dashboard/${name}`,
  filter_path: `/dashboard/${name}`,
  route: `${name}-dashboard`,
  is_flat: true,
  filters: [],
  figures: [figure('total', 'TOTAL'), figure('done', 'DONE')],
  rows: [
    {
      name: 'things',
      columns: [
        { name: 'title', label: 'Title', kind: 'text' },
        { name: 'held_on', label: 'Held on', kind: 'day' },
        { name: 'state', label: 'State', kind: 'words' },
      ],
      sort: { by: 'title', direction: 'asc' },
      opens: '/live-snapshot?assessment_id={}',
    },
  ],
  chart: { of: ['total', 'done'], axis_from: 500 },
  parts: [],
  whole: null,
  period: null,
  ...rest,
});

const assignments = dashboard('assignments', 'Assignments', {
  path: '/dashboard/student-assignment',
  figures_path: '/dashboard/student-assignment',
  route: 'assignment-dashboard',
  filters: [one('class', 'Class', 'class'), one('student', 'Student', 'student'), field('from', 'Start Date', 'day'), field('to', 'End Date', 'day')],
  period: ['from', 'to'],
  chart: { of: ['total', 'done'], axis_from: 300 },
});
const enrollment = dashboard('student-enrollment', 'Student Enrollment', {
  is_flat: false,
  route: 'student-dashboard',
  filters: [field('student', 'Student', 'typed'), field('class', 'Class', 'typed')],
});
const live = dashboard('live-instructions', 'Live Instruction', { figures: [figure('total', 'TOTAL'), figure('done', 'CORRECT', 'sum')] });
const grades = dashboard('grade-book', 'Grades', {
  is_flat: false,
  figures_path: '/dashboard/grade-book/filter',
  filter_path: '/dashboard/grade-book/filter',
  filters: [
    one('class', 'Class', 'class'),
    one('student', 'Student', 'student'),
    field('markingStart', 'Marking Start', 'mark'),
    field('left', 'Include people who left', 'flag'),
  ],
  parts: ['done', 'left'],
  whole: 'total',
  figures: [figure('total', 'TOTAL'), figure('done', 'DONE'), figure('left', 'LEFT')],
});
export const attendance = dashboard('attendance', 'Attendance', {
  is_flat: false,
  route: 'attendance-dashboard',
  filters: [one('class', 'Class', 'class'), field('left', 'Include people who left', 'flag')],
});
const questions = dashboard('question-bank', 'My Questions', {
  route: 'question-dashboard',
  figures: [figure('total', 'Questions'), figure('done', 'Admin approved'), figure('reused', 'Reused'), figure('teachers', 'Teacher approved')],
  chart: { of: ['total', 'done', 'reused', 'teachers'], axis_from: 500 },
});

export const all: Definitions = {
  status: 'success',
  is_own: false,
  sees_school: false,
  today: '2026-11-23',
  periods: [
    { id: 1, name: 'Quarter 1', from: '2026-09-01', to: '2026-10-31' },
    { id: 2, name: 'Quarter 2', from: '2026-11-01', to: '2026-12-31' },
  ],
  data: [enrollment, assignments, live, grades, attendance, questions],
  words: { finished: 'Completed' },
};
