import type { livePastLessons } from '@classwright/contract/lesson/live/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';

/** Loads the given number of the student's finished lessons, latest first. Loads again when `last` changes. */
export function usePastLessons(last: number | null, count: number) {
  return useQuery({
    queryKey: ['lessons', 'past', last, count],
    queryFn: ({ signal }) => api<typeof livePastLessons>('GET', '/live/learning/student/lessons', { query: { per_page: count }, signal }),
    placeholderData: keepPreviousData,
  });
}
