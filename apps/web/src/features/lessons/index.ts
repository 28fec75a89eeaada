/** Live lessons that somebody may run: the list on Home and on the page of its own. */
export { LessonList } from './LessonList.tsx';
export { LessonsScreen } from './LessonsScreen.tsx';
