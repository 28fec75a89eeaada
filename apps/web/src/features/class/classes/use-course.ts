import { useQuery } from '@tanstack/react-query';
import { loadCourse } from './calls.ts';

/** Where a class is cached. What else belongs to it stands below `['class', id]` too, so that one word makes all of it stale. */
export const courseKey = (id: number) => ['class', id, 'course'] as const;

/** One class of this person. */
export const useCourse = (id: number) => useQuery({ queryKey: courseKey(id), queryFn: ({ signal }) => loadCourse(id, signal) });
