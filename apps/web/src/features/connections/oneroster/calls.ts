import type { ApiScope } from '@classwright/contract/connections/oneroster/client-limits';
import type {
  apiClientCreate,
  apiClientList,
  apiClientReads,
  apiClientRestore,
  apiClientRevoke,
  apiClientRotate,
} from '@classwright/contract/connections/oneroster/clients';
import { api } from '../../../base/api.ts';

export const listClients = (signal: AbortSignal) => api<typeof apiClientList>('GET', '/oneroster/clients', { query: {}, signal });
export type Clients = Awaited<ReturnType<typeof listClients>>;

export const createClient = (body: { name: string; school_id: number | undefined; scopes: ApiScope[] }) =>
  api<typeof apiClientCreate>('POST', '/oneroster/clients', { body });
export const rotateSecret = (id: number) => api<typeof apiClientRotate>('POST', '/oneroster/clients/:id/rotate', { params: { id } });
export const revokeClient = (id: number) => api<typeof apiClientRevoke>('POST', '/oneroster/clients/:id/revoke', { params: { id } });
export const restoreClient = (id: number) => api<typeof apiClientRestore>('POST', '/oneroster/clients/:id/restore', { params: { id } });
export const listReads = (id: number, page: number, signal: AbortSignal) =>
  api<typeof apiClientReads>('GET', '/oneroster/clients/:id/reads', { params: { id }, query: { page } as never, signal });
