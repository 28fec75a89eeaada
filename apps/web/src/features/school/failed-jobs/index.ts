/** Work that the server gave up: what it was, what can be done, and doing it. */
export { FailedJobsScreen } from './FailedJobsScreen.tsx';
export type { FailedJobsSearch } from './search.ts';
