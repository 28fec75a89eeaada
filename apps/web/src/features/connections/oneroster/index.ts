/**
 * Apps that read a school's roster and grades: their access, their rights and their reads; and the same data as files.
 */
export { OneRosterScreen } from './OneRosterScreen.tsx';
