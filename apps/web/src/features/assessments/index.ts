/** Assessments: the list and one in detail. */
export { AssessmentsScreen } from './AssessmentsScreen.tsx';
