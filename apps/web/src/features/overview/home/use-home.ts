import type { homeGet } from '@classwright/contract/overview/home/calls';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';

/** Loads what a person has to do next, and again with every new notification. */
export const useHome = () =>
  useQuery({
    queryKey: ['notifications', 'home'],
    queryFn: ({ signal }) => api<typeof homeGet>('GET', '/home', { signal }),
  });
