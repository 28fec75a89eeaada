/** Screens of those who look after an installation, in one part of the program: the first load names it once. */
export { CensoredTextsScreen } from '../features/censorship/index.ts';
export { FailedJobsScreen } from '../features/failed-jobs/index.ts';
export { OneRosterScreen } from '../features/oneroster/index.ts';
export { RostersScreen } from '../features/rosters/index.ts';
