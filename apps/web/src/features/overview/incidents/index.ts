/** Incidents: whose data was read by somebody without a right to it, the times to keep, and what was done. */
export { IncidentScreen } from './IncidentScreen.tsx';
export { IncidentsScreen } from './IncidentsScreen.tsx';
export type { IncidentSearch } from './search.ts';
