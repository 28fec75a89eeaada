import { defineDashboard, one, typed } from '../../core/dashboard.ts';
import { identity, workColumns } from './columns.ts';

/** The dashboard of enrollment: the current state. */
export const enrollmentDashboard = defineDashboard({
  name: 'student-enrollment',
  path: '/dashboard/student-enrollment',
  route: 'student-dashboard',
  title: 'dashboard.enrollment',
  about: 'dashboard.enrollment.about',
  resource: 'student-dashboard',
  isFlat: false,
  filters: {
    grade: typed({ label: 'dashboard.filter.grade' }),
    teacher: typed({ label: 'dashboard.filter.teacher', for: 'school' }),
    student: typed({ label: 'dashboard.filter.student' }),
    class: typed({ label: 'dashboard.filter.class' }),
    school: one({ label: 'dashboard.filter.school', list: 'school', for: 'admin' }),
  },
  rows: {
    students: {
      columns: {
        name: { kind: 'text', label: 'dashboard.column.student' },
        email: { kind: 'text', label: 'dashboard.column.email' },
        roster_id: identity.roster_id,
        school_name: { kind: 'text', label: 'dashboard.column.school' },
        classes: { kind: 'number', label: 'dashboard.column.classes' },
      },
      sort: { by: 'name', direction: 'asc' },
    },
    enrollments: {
      columns: {
        student: { kind: 'text', label: 'dashboard.column.student' },
        ...identity,
        class_name: { kind: 'text', label: 'dashboard.column.class' },
        joined_on: { kind: 'day', label: 'dashboard.column.joined' },
      },
      sort: { by: 'student', direction: 'asc' },
      opens: '/class-people/{}',
    },
    classes: {
      columns: {
        name: { kind: 'text', label: 'dashboard.column.class' },
        grade: { kind: 'text', label: 'dashboard.column.level' },
        teacher: { kind: 'text', label: 'dashboard.column.owner' },
        students: { kind: 'number', label: 'dashboard.column.students' },
      },
      sort: { by: 'name', direction: 'asc' },
      opens: '/class-people/{}',
    },
    works: workColumns,
  },
  figures: {
    total_student: { kind: 'count', rows: 'students', mark: 'ae', title: 'dashboard.enrollment.students', says: 'dashboard.enrollment.students.says' },
    total_enrollment: {
      kind: 'count',
      rows: 'enrollments',
      mark: 'bf',
      title: 'dashboard.enrollment.enrollments',
      says: 'dashboard.enrollment.enrollments.says',
    },
    total_course: { kind: 'count', rows: 'classes', mark: 'ca', title: 'dashboard.enrollment.classes', says: 'dashboard.enrollment.classes.says' },
    total_coursework: { kind: 'count', rows: 'works', mark: 'db', title: 'dashboard.enrollment.works', says: 'dashboard.enrollment.works.says' },
  },
  chart: { of: ['total_student', 'total_enrollment', 'total_course', 'total_coursework'], axisFrom: 500 },
});
