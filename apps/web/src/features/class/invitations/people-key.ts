import { queryClient } from '../../../base/query-client.ts';

/** Returns the cache key of a class's people. The class's room also marks them stale. */
export const peopleKey = (courseId: number) => ['class', courseId, 'people'] as const;

/** Invalidates the people and their number in the class's header, so that they reload. */
export const invalidatePeople = async (courseId: number): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: peopleKey(courseId) }),
    queryClient.invalidateQueries({ queryKey: ['class', courseId, 'course'] }),
  ]);
};
