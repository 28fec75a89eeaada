import type { homeGet } from '@classwright/contract/overview/home/calls';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';

/** What somebody has to do next; asked for anew whenever they were told something. */
export const useHome = () =>
  useQuery({
    queryKey: ['notifications', 'home'],
    queryFn: ({ signal }) => api<typeof homeGet>('GET', '/home', { signal }),
  });
