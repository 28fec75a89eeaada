import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

// separate, so that code that only needs the frame of a class does not include the lists

export const ClassesScreen = lazyScreen(() => import('./ClassesScreen.tsx'), 'ClassesScreen');
export const StudentClassesScreen = lazyScreen(() => import('./ClassesScreen.tsx'), 'StudentClassesScreen');
export const RequestedClassesScreen = lazyScreen(() => import('./RequestedClassesScreen.tsx'), 'RequestedClassesScreen');
