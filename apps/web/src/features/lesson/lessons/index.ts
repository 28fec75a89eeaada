/** Live lessons that somebody may run: the list on Home and on the page of its own. */
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

export { LessonList } from './LessonList.tsx';

/** Home shows the list alone, and does not load the page around it. */
export const LessonsScreen = lazyScreen(() => import('./LessonsScreen.tsx'), 'LessonsScreen');
