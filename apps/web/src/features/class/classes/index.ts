import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
/** Classes: their lists, the frame of a class's pages, and the way those follow its changes. */
export type { Course } from './calls.ts';

export { ClassFrame } from './ClassFrame.tsx';
export type { ClassesSearch } from './search.ts';
export { useClassRoom } from './use-class-room.ts';
export { useCourse } from './use-course.ts';

// separate, so that code that only needs the frame of a class does not include the lists

export const ClassesScreen = lazyScreen(() => import('./ClassesScreen.tsx'), 'ClassesScreen');
export const StudentClassesScreen = lazyScreen(() => import('./ClassesScreen.tsx'), 'StudentClassesScreen');
export const ChooseClassScreen = lazyScreen(() => import('./ChooseClassScreen.tsx'), 'ChooseClassScreen');
export const RequestedClassesScreen = lazyScreen(() => import('./RequestedClassesScreen.tsx'), 'RequestedClassesScreen');
