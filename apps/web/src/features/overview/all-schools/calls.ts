import type { allSchoolsLimit, allSchoolsList, allSchoolsResume, allSchoolsSuspend } from '@classwright/contract/overview/all-schools/calls';
import { api } from '../../../base/api.ts';

export const ALL_SCHOOLS_KEY = ['all-schools'];

/** Limits to set; one that is left out stays, and null removes it. */
export interface Limits {
  max_people?: number | null;
  max_file_bytes?: number | null;
  max_requests_per_minute?: number | null;
}

export const listAllSchools = (signal: AbortSignal) => api<typeof allSchoolsList>('GET', '/all-schools', { signal });
export const suspendSchools = (ids: number[], reason: string) => api<typeof allSchoolsSuspend>('POST', '/all-schools/suspend', { body: { ids, reason } });
export const resumeSchools = (ids: number[]) => api<typeof allSchoolsResume>('POST', '/all-schools/resume', { body: { ids } });
export const limitSchools = (ids: number[], limits: Limits) => api<typeof allSchoolsLimit>('POST', '/all-schools/limit', { body: { ids, ...limits } });
