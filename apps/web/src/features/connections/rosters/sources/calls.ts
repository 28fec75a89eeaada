import type { CallArguments } from '@classwright/contract/core/endpoint';
import type {
  RosterSourceReadView,
  RosterSourceView,
  rosterSourceCancel,
  rosterSourceCreate,
  rosterSourceDelete,
  rosterSourceList,
  rosterSourceRead,
  rosterSourceReads,
  rosterSourceTest,
  rosterSourceUpdate,
} from '@classwright/contract/connections/rosters/sources';
import { api } from '../../../../base/api.ts';

export type Source = RosterSourceView;
export type SourceRead = RosterSourceReadView;
export type NewSource = CallArguments<typeof rosterSourceCreate>['body'];
export type SourceSettings = CallArguments<typeof rosterSourceUpdate>['body'];

/** The limit for a connection test. Another system may take a while to respond, and twice as long to be given up. */
const TEST_MS = 150_000;

export const listSources = (signal: AbortSignal) => api<typeof rosterSourceList>('GET', '/oneroster/sources', { signal });
export const createSource = (body: NewSource) => api<typeof rosterSourceCreate>('POST', '/oneroster/sources', { body });
export const updateSource = (id: number, body: SourceSettings) => api<typeof rosterSourceUpdate>('PUT', '/oneroster/sources/:id', { params: { id }, body });
export const deleteSource = (id: number) => api<typeof rosterSourceDelete>('DELETE', '/oneroster/sources/:id', { params: { id } });
export const testSource = (body: CallArguments<typeof rosterSourceTest>['body']) =>
  api<typeof rosterSourceTest>('POST', '/oneroster/sources/test', { body, timeoutMs: TEST_MS });
export const readSource = (id: number) => api<typeof rosterSourceRead>('POST', '/oneroster/sources/:id/read', { params: { id } });
export const cancelSource = (id: number) => api<typeof rosterSourceCancel>('POST', '/oneroster/sources/:id/cancel', { params: { id } });
export const listSourceReads = (id: number, page: number, signal: AbortSignal) =>
  api<typeof rosterSourceReads>('GET', '/oneroster/sources/:id/reads', { params: { id }, query: { page, per_page: 25 }, signal });

export const isAlive = (read: SourceRead | null): boolean => read?.status === 'waiting' || read?.status === 'running';
