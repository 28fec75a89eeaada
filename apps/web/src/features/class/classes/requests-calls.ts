import type { ManyDone } from '@classwright/contract/core/list-endpoints';
import type { requestedClassApproveMany, requestedClassDeclineMany, requestedClassReopenMany } from '@classwright/contract/class/classes/requested';
import { api } from '../../../base/api.ts';

export const approveRequests = (ids: readonly number[]): Promise<ManyDone> =>
  api<typeof requestedClassApproveMany>('POST', '/requested/classes/approve-many', { body: { ids: [...ids] } });
export const declineRequests = (ids: readonly number[], reason: string): Promise<ManyDone> =>
  api<typeof requestedClassDeclineMany>('POST', '/requested/classes/decline-many', { body: { ids: [...ids], reason } });
export const reopenRequests = (ids: readonly number[]): Promise<ManyDone> =>
  api<typeof requestedClassReopenMany>('POST', '/requested/classes/reopen-many', { body: { ids: [...ids] } });
