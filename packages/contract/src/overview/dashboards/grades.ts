import { day, defineDashboard, flag, mark, one } from '../../core/dashboard.ts';
import { pieceColumns } from './columns.ts';

const ALL = ['total_classwork'] as const;

/** The dashboard of grades: one piece of work is one item for one student. */
export const gradesDashboard = defineDashboard({
  name: 'grade-book',
  path: '/dashboard/grade-book',
  /** With a class, `path` is the gradebook of that class. */
  figuresPath: '/dashboard/grade-book/filter',
  filterPath: '/dashboard/grade-book/filter',
  route: 'grade-book-dashboard',
  title: 'dashboard.grades',
  about: 'dashboard.grades.about',
  resource: 'grade-book-dashboard',
  isFlat: false,
  filters: {
    school: one({ label: 'dashboard.filter.school', list: 'school', for: 'admin' }),
    class: one({ label: 'dashboard.filter.class', list: 'class' }),
    grade: one({ label: 'dashboard.filter.grade', list: 'grade' }),
    student: one({ label: 'dashboard.filter.student', list: 'student' }),
    teacher: one({ label: 'dashboard.filter.teacher', list: 'teacher', for: 'school' }),
    markingStart: mark({ label: 'dashboard.filter.markingStart' }),
    markingEnd: mark({ label: 'dashboard.filter.markingEnd', notBelow: 'markingStart' }),
    startDate: day({ label: 'dashboard.filter.startDate' }),
    endDate: day({ label: 'dashboard.filter.endDate', notBefore: 'startDate' }),
    left: flag({ label: 'dashboard.filter.left' }),
  },
  period: ['startDate', 'endDate'],
  rows: { pieces: pieceColumns },
  figures: {
    total_classwork: { kind: 'count', rows: 'pieces', mark: 'aa', title: 'dashboard.grades.total', says: 'dashboard.grades.total.says' },
    total_complete: { kind: 'count', rows: 'pieces', mark: 'bb', of: ALL, title: 'dashboard.grades.complete', says: 'dashboard.grades.complete.says' },
    total_overdue: { kind: 'count', rows: 'pieces', mark: 'ff', of: ALL, title: 'dashboard.grades.overDue', says: 'dashboard.grades.overDue.says' },
    total_graded: { kind: 'count', rows: 'pieces', mark: 'cc', title: 'dashboard.grades.graded', says: 'dashboard.grades.graded.says' },
    total_ungraded: { kind: 'count', rows: 'pieces', mark: 'ee', title: 'dashboard.grades.ungraded', says: 'dashboard.grades.ungraded.says' },
    total_returned: { kind: 'count', rows: 'pieces', mark: 'dd', of: ALL, title: 'dashboard.grades.returned', says: 'dashboard.grades.returned.says' },
    turned_in_graded: { kind: 'count', rows: 'pieces', mark: 'ca', title: 'dashboard.grades.turnedInGraded', says: 'dashboard.grades.turnedInGraded.says' },
    turned_in_ungraded: { kind: 'count', rows: 'pieces', mark: 'ba', title: 'dashboard.grades.waiting', says: 'dashboard.grades.waiting.says' },
    turned_in_without_points: {
      kind: 'count',
      rows: 'pieces',
      mark: 'ac',
      title: 'dashboard.grades.withoutPoints',
      says: 'dashboard.grades.withoutPoints.says',
    },
    to_return: { kind: 'count', rows: 'pieces', for: 'staff', title: 'dashboard.grades.toReturn', says: 'dashboard.grades.toReturn.says' },
    not_yet_due: { kind: 'count', rows: 'pieces', mark: 'ea', title: 'dashboard.grades.toCome', says: 'dashboard.grades.toCome.says' },
  },
  parts: ['total_returned', 'turned_in_graded', 'turned_in_ungraded', 'turned_in_without_points', 'total_overdue', 'not_yet_due'],
  whole: 'total_classwork',
  chart: { of: ['total_classwork', 'total_complete', 'total_overdue', 'total_graded', 'total_ungraded', 'total_returned'], axisFrom: 500 },
});
