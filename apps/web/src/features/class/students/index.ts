/** The student directory. */
export { StudentsScreen } from './StudentsScreen.tsx';
export type { StudentsSearch } from './search.ts';
