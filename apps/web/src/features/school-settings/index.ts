/** Where administrators set up what holds for everybody in a school. */
export { SchoolSettingsScreen } from './SchoolSettingsScreen.tsx';
