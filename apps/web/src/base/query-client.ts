import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api.ts';

/** Server state of the staff app. Temporary failures are retried twice; permanent ones are shown immediately. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // a browser's "online" does not reveal if the school's server is reachable
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isApiError(error) && error.isTransient && error.status !== 429,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
