import type { calendarFeedGet } from '@classwright/contract/class/calendar/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';

/** Reads since when one's calendar has a private address. */
export const feedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: ({ signal }) => api<typeof calendarFeedGet>('GET', '/calendar/feed', { signal }),
});
