/** Pages of whoever looks after the server and what reaches it: one part of the program, since few open them. */
export { FailedJobsScreen } from '../features/failed-jobs/index.ts';
export { OneRosterScreen } from '../features/oneroster/index.ts';
