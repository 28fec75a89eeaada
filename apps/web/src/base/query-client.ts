import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api.ts';

/** Server state of the staff app. What may pass is tried twice more; what will not is shown at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // "online" of a browser says nothing about the school's server
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isApiError(error) && error.isTransient && error.status !== 429,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
