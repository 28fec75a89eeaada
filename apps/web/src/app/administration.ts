/** The screens of administrators, in one part of the program, so that the first load names it once. */
export { CensoredTextsScreen } from '../features/class/censorship/index.ts';
export { FailedJobsScreen } from '../features/school/failed-jobs/index.ts';
export { OneRosterScreen } from '../features/connections/oneroster/index.ts';
export { RostersScreen } from '../features/connections/rosters/index.ts';
