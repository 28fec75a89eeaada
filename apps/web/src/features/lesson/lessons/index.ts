/** Live lessons that someone may run: the list on Home and its own page. */
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

export { LessonList } from './LessonList.tsx';

/** Home shows only the list and does not load the page around it. */
export const LessonsScreen = lazyScreen(() => import('./LessonsScreen.tsx'), 'LessonsScreen');
