/** Where administrators set up what holds for everybody in a school. */
export { SchoolSettingsScreen, type SchoolSearch } from './SchoolSettingsScreen.tsx';
