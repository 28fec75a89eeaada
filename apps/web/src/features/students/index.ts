/** The student directory. */
export { studentsSearch } from './search.ts';
export { StudentsScreen } from './StudentsScreen.tsx';
