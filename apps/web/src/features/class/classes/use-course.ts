import { useQuery } from '@tanstack/react-query';
import { loadCourse } from './calls.ts';

/**
 * Returns the query key of a class. Its other data is below `['class', id]` too, so that one key makes all of it stale.
 */
export const courseKey = (id: number) => ['class', id, 'course'] as const;

/** Loads one class of this person. */
export const useCourse = (id: number) => useQuery({ queryKey: courseKey(id), queryFn: ({ signal }) => loadCourse(id, signal) });
