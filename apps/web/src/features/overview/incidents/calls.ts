import type { incidentGet, incidentNumbers, incidentPeople } from '@classwright/contract/overview/incidents/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';

const loadIncident = (id: number, signal: AbortSignal) => api<typeof incidentGet>('GET', '/incidents/:id', { params: { id }, signal });
const loadNumbers = (id: number, signal: AbortSignal) => api<typeof incidentNumbers>('GET', '/incidents/:id/numbers', { params: { id }, signal });
export const loadPeople = (id: number, query: { list: ListName; page: number; per_page: number }, signal: AbortSignal) =>
  api<typeof incidentPeople>('GET', '/incidents/:id/people', { params: { id }, query, signal });

export type ListName = 'read' | 'reachable';
export type Detail = Awaited<ReturnType<typeof loadIncident>>;
export type Numbers = Awaited<ReturnType<typeof loadNumbers>>;

/** Returns an incident with its readers and its log. */
export const useIncident = (id: number) => useQuery({ queryKey: ['incident', id], queryFn: ({ signal }) => loadIncident(id, signal) });

/** Returns how many people an incident is about. */
export const useNumbers = (id: number) => useQuery({ queryKey: ['incident', id, 'numbers'], queryFn: ({ signal }) => loadNumbers(id, signal) });

/** Returns a function that loads everything about an incident again. */
export function useReload(id: number): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['incident', id] });
}
