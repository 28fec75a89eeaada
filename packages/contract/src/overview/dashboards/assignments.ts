import { day, defineDashboard, one } from '../../core/dashboard.ts';
import { workColumns } from './columns.ts';

const ALL = ['total'] as const;

/** The dashboard of lessons and work: assessments by status, and the work of classes. */
export const assignmentsDashboard = defineDashboard({
  name: 'assignments',
  path: '/dashboard/student-assignment',
  route: 'assignment-dashboard',
  title: 'dashboard.assignments',
  about: 'dashboard.assignments.about',
  resource: 'assignment-dashboard',
  isFlat: true,
  filters: {
    student: one({ label: 'dashboard.filter.student', list: 'student' }),
    teacher: one({ label: 'dashboard.filter.teacher', list: 'teacher', for: 'school' }),
    grade: one({ label: 'dashboard.filter.grade', list: 'grade' }),
    class: one({ label: 'dashboard.filter.class', list: 'class' }),
    from: day({ label: 'dashboard.filter.startDate' }),
    to: day({ label: 'dashboard.filter.endDate', notBefore: 'from' }),
    school: one({ label: 'dashboard.filter.school', list: 'school', for: 'admin' }),
  },
  period: ['from', 'to'],
  rows: {
    assessments: {
      columns: {
        title: { kind: 'text', label: 'dashboard.column.assessment' },
        class_name: { kind: 'text', label: 'dashboard.column.class' },
        owner: { kind: 'text', label: 'dashboard.column.teacher' },
        schedule_date: { kind: 'day', label: 'dashboard.column.scheduled' },
        finished_on: { kind: 'day', label: 'dashboard.column.finished' },
        state: { kind: 'words', label: 'dashboard.column.state', values: ['finished', 'unscheduled', 'overDue', 'due'] },
      },
      sort: { by: 'schedule_date', direction: 'desc' },
      opens: '/live-snapshot?assessment_id={}',
    },
    works: workColumns,
  },
  figures: {
    total: { kind: 'count', rows: 'assessments', mark: 'ab', title: 'dashboard.assignments.total', says: 'dashboard.assignments.total.says' },
    total_completed: {
      kind: 'count',
      rows: 'assessments',
      mark: 'cd',
      of: ALL,
      title: 'dashboard.assignments.completed',
      says: 'dashboard.assignments.completed.says',
    },
    total_due: { kind: 'count', rows: 'assessments', mark: 'bc', title: 'dashboard.assignments.due', says: 'dashboard.assignments.due.says' },
    total_completed_on_time: {
      kind: 'count',
      rows: 'assessments',
      mark: 'de',
      of: ALL,
      title: 'dashboard.assignments.onTime',
      says: 'dashboard.assignments.onTime.says',
    },
    total_over_due: {
      kind: 'count',
      rows: 'assessments',
      mark: 'fa',
      of: ALL,
      title: 'dashboard.assignments.overDue',
      says: 'dashboard.assignments.overDue.says',
    },
    total_unscheduled: {
      kind: 'count',
      rows: 'assessments',
      mark: 'ea',
      title: 'dashboard.assignments.unscheduled',
      says: 'dashboard.assignments.unscheduled.says',
    },
    total_course_work: { kind: 'count', rows: 'works', mark: 'ef', title: 'dashboard.assignments.courseWork', says: 'dashboard.assignments.courseWork.says' },
  },
  parts: ['total_completed', 'total_due', 'total_over_due', 'total_unscheduled'],
  whole: 'total',
  chart: { of: ['total', 'total_completed', 'total_due', 'total_completed_on_time', 'total_over_due', 'total_course_work'], axisFrom: 300 },
});
