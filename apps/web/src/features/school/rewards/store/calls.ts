import type { ManyDone } from '@classwright/contract/core/list-endpoints';
import type { storeCancelMany, storeHandOverMany, storeOwnCancel, storePicture, storeReopenMany } from '@classwright/contract/school/rewards/store';
import { api } from '../../../../base/api.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { POINTS } from '../calls.ts';

export const STORE = 'store';

/** Cancels a purchase. Returns the server's message. */
export async function giveBack(id: number): Promise<string> {
  const { message } = await api<typeof storeOwnCancel>('POST', '/store/own-purchases/:id/cancel', { params: { id } });
  await Promise.all([queryClient.invalidateQueries({ queryKey: [STORE] }), queryClient.invalidateQueries({ queryKey: [POINTS] })]);
  return message;
}

/** An action on many purchases, and its undo. */
export interface Act {
  run: (ids: number[]) => Promise<ManyDone>;
  undo: (ids: number[]) => Promise<ManyDone>;
}
const reopenMany = (ids: number[]) => api<typeof storeReopenMany>('POST', '/store/purchases/reopen-many', { body: { ids } });
const handOverMany = (ids: number[]) => api<typeof storeHandOverMany>('POST', '/store/purchases/hand-over-many', { body: { ids } });
const cancelMany = (ids: number[]) => api<typeof storeCancelMany>('POST', '/store/purchases/cancel-many', { body: { ids } });

export const handOver: Act = { run: handOverMany, undo: reopenMany };
export const cancel: Act = { run: cancelMany, undo: reopenMany };
/** Returns the action that reopens purchases. `state`: the earlier state of all of them. */
export const reopen = (state: 'handed-over' | 'cancelled'): Act => ({ run: reopenMany, undo: state === 'cancelled' ? cancelMany : handOverMany });

export const savePicture = (id: number, file_id: number | null) =>
  api<typeof storePicture>('PUT', '/store/items/:id/picture', { params: { id }, body: { file_id } });
