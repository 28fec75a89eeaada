/** The settings that administrators make for everyone in a school. */
export { SchoolSettingsScreen, type SchoolSearch } from './SchoolSettingsScreen.tsx';
