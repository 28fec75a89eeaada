import type { DashboardColumn, DashboardRows } from '../../core/dashboard.ts';

/** The columns of a file that join its people to other systems: two students may have one name. */
export const identity = {
  email: { kind: 'text', label: 'dashboard.column.email', for: 'staff', only: 'file' },
  roster_id: { kind: 'text', label: 'dashboard.column.rosterId', for: 'staff', only: 'file' },
} as const satisfies Readonly<Record<string, DashboardColumn>>;

/** Items of coursework. */
export const workColumns = {
  columns: {
    title: { kind: 'text', label: 'dashboard.column.work' },
    class_name: { kind: 'text', label: 'dashboard.column.class' },
    due_on: { kind: 'day', label: 'dashboard.column.due' },
    posted_on: { kind: 'day', label: 'dashboard.column.posted' },
  },
  sort: { by: 'title', direction: 'asc' },
} as const satisfies DashboardRows;

/** Pieces of work: one item for one student. */
export const pieceColumns = {
  columns: {
    student: { kind: 'text', label: 'dashboard.column.student' },
    ...identity,
    title: { kind: 'text', label: 'dashboard.column.work' },
    class_name: { kind: 'text', label: 'dashboard.column.class' },
    due_on: { kind: 'day', label: 'dashboard.column.due' },
    state: { kind: 'words', label: 'dashboard.column.state', values: ['returned', 'graded', 'turnedIn', 'overDue', 'toDo'] },
    grade: { kind: 'number', label: 'dashboard.column.grade' },
    max_points: { kind: 'number', label: 'dashboard.column.points' },
  },
  sort: { by: 'student', direction: 'asc' },
  opens: '/class-classwork/{}?work={}&tab=students&student={}',
} as const satisfies DashboardRows;

/** Finished lessons. */
export const lessonColumns = {
  columns: {
    held_on: { kind: 'day', label: 'dashboard.column.held' },
    title: { kind: 'text', label: 'dashboard.column.lesson' },
    class_name: { kind: 'text', label: 'dashboard.column.class' },
    logged_in: { kind: 'number', label: 'dashboard.column.loggedIn', for: 'staff' },
    students: { kind: 'number', label: 'dashboard.column.students', for: 'staff' },
  },
  sort: { by: 'held_on', direction: 'desc' },
  opens: '/live-snapshot?assessment_id={}',
} as const satisfies DashboardRows;
