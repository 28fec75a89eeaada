/** All schools of the installation, for the people who run it. */
export { AllSchoolsScreen } from './AllSchoolsScreen.tsx';
export type { AllSchoolsSearch } from './search.ts';
