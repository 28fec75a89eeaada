/** Classes: their lists, the frame of a class's pages, and the way those follow its changes. */
export type { Course } from './calls.ts';

export { ClassFrame } from './ClassFrame.tsx';
export { ClassesScreen, RequestedClassesScreen, StudentClassesScreen } from './screens.ts';
export type { ClassesSearch } from './search.ts';
export { useClassRoom } from './use-class-room.ts';
export { useCourse } from './use-course.ts';
