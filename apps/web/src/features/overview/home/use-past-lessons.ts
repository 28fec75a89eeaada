import type { livePastLessons } from '@classwright/contract/lesson/live/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';

/** So many of the student's finished lessons, the latest first; asked for anew when another one is the `last`. */
export function usePastLessons(last: number | null, count: number) {
  return useQuery({
    queryKey: ['lessons', 'past', last, count],
    queryFn: ({ signal }) => api<typeof livePastLessons>('GET', '/live/learning/student/lessons', { query: { per_page: count }, signal }),
    placeholderData: keepPreviousData,
  });
}
