import type { authSessionList } from '@classwright/contract/people/sign-in/calls';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

export const OWN_SESSIONS = ['own-sessions'];

/** Reads where one is signed in, and the changes of the ways into one's account. Shared by everything that shows them. */
export const useOwnSessions = () =>
  useQuery({ queryKey: OWN_SESSIONS, queryFn: ({ signal }) => api<typeof authSessionList>('GET', '/auth/sessions', { signal }) });
