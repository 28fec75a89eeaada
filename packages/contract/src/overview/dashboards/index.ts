import { callsOf, type DefinedDashboard } from '../../core/dashboard.ts';
import type { Endpoint } from '../../core/endpoint.ts';
import { assignmentsDashboard } from './assignments.ts';
import { attendanceDashboard, attendanceDetails, attendanceStudents } from './attendance.ts';
import { dashboardDefinitions, dashboardLists } from './calls.ts';
import { enrollmentDashboard } from './enrollment.ts';
import { gradesDashboard } from './grades.ts';
import { liveDashboard } from './live-instructions.ts';
import { questionBankAccounts, questionBankDashboard, questionBankQuestions } from './question-bank.ts';

export * from './assignments.ts';
export * from './attendance.ts';
export * from './calls.ts';
export * from './enrollment.ts';
export * from './grades.ts';
export * from './live-instructions.ts';
export * from './question-bank.ts';

/** Every dashboard, in the order of the tabs after the Summary. */
export const dashboards: readonly DefinedDashboard[] = [
  enrollmentDashboard,
  assignmentsDashboard,
  liveDashboard,
  gradesDashboard,
  attendanceDashboard,
  questionBankDashboard,
];

export const dashboardCalls: readonly Endpoint[] = [
  dashboardDefinitions,
  ...dashboards.flatMap(callsOf),
  attendanceStudents,
  attendanceDetails,
  questionBankQuestions,
  questionBankAccounts,
  ...Object.values(dashboardLists),
];
