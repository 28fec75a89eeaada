/** What stands on a student's Home below the running lesson. */
export { AnnouncementsCard } from './AnnouncementsCard.tsx';
export { PastLessons } from './PastLessons.tsx';
export { PathsCard } from './PathsCard.tsx';
export { RefusedAnswers } from './RefusedAnswers.tsx';
export { UnfinishedAssessments } from '../../lesson/work-products/index.ts';
export { StudentToDo } from './StudentToDo.tsx';
