import type { ManyDone } from '@classwright/contract/core/list-endpoints';
import { MAX_ROWS_PER_CALL } from '@classwright/contract/core/max-rows';
import { showSnack } from '../../../base/snackbar.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { deleteAnnouncements, refreshAll, restoreAnnouncements } from './calls.ts';
import { t } from '../../../base/t.ts';

const NOTHING: ManyDone = { message: '', ids: [], refused: [] };
const fail = (failure: unknown): void => showSnack(errorText(failure), { color: 'red', timeout: 10_000 });

/**
 * Splits ids into calls of the size that the server accepts. Finished parts stay when a later call fails, and are
 * reported.
 */
async function inParts(ids: readonly number[], call: (ids: number[]) => Promise<ManyDone>): Promise<ManyDone & { failure?: unknown }> {
  let all = NOTHING;
  for (let at = 0; at < ids.length; at += MAX_ROWS_PER_CALL) {
    try {
      const { message, ids: done, refused } = await call(ids.slice(at, at + MAX_ROWS_PER_CALL));
      all = { message, ids: [...all.ids, ...done], refused: [...all.refused, ...refused] };
    } catch (failure) {
      return { ...all, failure };
    }
  }
  return all;
}

const isOneCall = ({ length }: readonly number[]): boolean => length <= MAX_ROWS_PER_CALL;

/** Deletes announcements, with an undo. A failure is shown in red; returns null when nothing was deleted. */
export async function deleteWithUndo(ids: number[]): Promise<ManyDone | null> {
  const { failure, ...done } = await inParts(ids, deleteAnnouncements);
  const undo = async () => {
    const back = await inParts(done.ids, restoreAnnouncements);
    await refreshAll();
    if (back.failure) throw back.failure;
    return isOneCall(done.ids) ? back.message : t('notifications.restored', { count: back.ids.length });
  };
  if (done.ids.length > 0) showSnack(isOneCall(ids) ? done.message : t('notifications.deleted', { count: done.ids.length }), { undo });
  else if (failure === undefined) showSnack(done.refused[0]?.message ?? done.message, { color: 'red' });
  if (failure !== undefined) fail(failure);
  await refreshAll();
  return failure !== undefined && done.ids.length === 0 ? null : done;
}
