/** Background tasks that the server gave up: their kind, and the possible actions. */
export { FailedJobsScreen } from './FailedJobsScreen.tsx';
export type { FailedJobsSearch } from './search.ts';
