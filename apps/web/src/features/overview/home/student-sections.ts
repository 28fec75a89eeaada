/** The sections below the running lesson on a student's home page. */
export { AnnouncementsCard } from './AnnouncementsCard.tsx';
export { OpenConsents } from '../consents/index.ts';
export { PastLessons } from './PastLessons.tsx';
export { PathsCard } from './PathsCard.tsx';
export { RefusedAnswers } from './RefusedAnswers.tsx';
export { UnfinishedAssessments } from '../../lesson/work-products/index.ts';
export { StudentToDo } from './StudentToDo.tsx';
