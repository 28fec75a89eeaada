/** Classes: their lists, the frame that the pages of a class stand in, and how those follow what changes in it. */
export type { Course } from './calls.ts';

export { ClassFrame } from './ClassFrame.tsx';
export { ClassesScreen, RequestedClassesScreen, StudentClassesScreen } from './screens.ts';
export type { ClassesSearch } from './search.ts';
export { useClassRoom } from './use-class-room.ts';
export { useCourse } from './use-course.ts';
