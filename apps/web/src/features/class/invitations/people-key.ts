import { queryClient } from '../../../base/query-client.ts';

/** Where the people of a class are cached. The class's room makes them stale, too. */
export const peopleKey = (courseId: number) => ['class', courseId, 'people'] as const;

/** The people, and how many they are in the class's frame. */
export const renewPeople = async (courseId: number): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: peopleKey(courseId) }),
    queryClient.invalidateQueries({ queryKey: ['class', courseId, 'course'] }),
  ]);
};
