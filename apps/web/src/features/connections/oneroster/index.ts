/** Programs that read a school's roster and grades: who is let in, to what, and what was read; the same as files. */
export { OneRosterScreen } from './OneRosterScreen.tsx';
