/** What stands on a student's Home below the running lesson. */
export { PastLessons } from './PastLessons.tsx';
export { RefusedAnswers } from './RefusedAnswers.tsx';
