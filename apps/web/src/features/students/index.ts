/** The student directory. */
export { StudentsScreen } from './StudentsScreen.tsx';
