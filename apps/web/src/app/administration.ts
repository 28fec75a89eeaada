/** Screens of those who look after an installation, in one part of the program: the first load names it once. */
export { CensoredTextsScreen } from '../features/class/censorship/index.ts';
export { FailedJobsScreen } from '../features/school/failed-jobs/index.ts';
export { OneRosterScreen } from '../features/connections/oneroster/index.ts';
export { RostersScreen } from '../features/connections/rosters/index.ts';
