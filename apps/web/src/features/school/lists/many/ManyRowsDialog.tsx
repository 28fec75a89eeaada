import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { useState } from 'react';
import { showSnack } from '../../../../base/snackbar.ts';
import { RefusedRows } from '../../../../ui/data-table/RefusedRows.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { t } from '../../../../base/t.ts';
import { messageOf } from '../message-of.ts';
import { type Outcome, type Refused, runMany } from './calls.ts';

interface ManyRowsProps {
  list: ReferenceList;
  verb: 'delete' | 'restore';
  count: number;
  /** Returns the rows to act on, when the action starts. */
  listIds: () => Promise<readonly number[]>;
  /** True when this person may do the opposite action. */
  mayUndo: boolean;
  onClose: () => void;
  /** Called when something changed, by the action or its undo. */
  onChanged: () => void;
}

/** The maximum number of rows listed that an undo could not restore. */
const MOST_TOLD = 3;
const OPPOSITE = { delete: 'restore', restore: 'delete' } as const;

/**
 * Confirms an action on many rows, shows its progress, lists the rows left unchanged with the reasons, and offers to
 * undo it.
 */
export function ManyRowsDialog({ list, verb, count, listIds, mayUndo, onClose, onChanged }: ManyRowsProps) {
  const [done, setDone] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly Refused[] | null>(null);
  const archives = list.deletion === 'archive';

  const submit = async (): Promise<boolean> => {
    if (refused) return true;
    setError(null);
    const outcome: Outcome = { ids: [], refused: [] };
    try {
      setDone(0);
      await runMany(list, verb, await listIds(), outcome, setDone);
      tell(outcome);
      if (outcome.refused.length === 0) return true;
      setRefused(outcome.refused);
    } catch (failure) {
      if (outcome.ids.length > 0) tell(outcome);
      setError(t('list.many.stopped', { done: outcome.ids.length + outcome.refused.length, total: count, reason: errorText(failure) }));
    } finally {
      setDone(null);
    }
    return false;
  };
  function tell({ ids }: Outcome): void {
    if (ids.length === 0) return showSnack(t(verb === 'delete' ? 'list.many.deletedNone' : 'list.many.restoredNone'), { color: 'gray' });
    const undo = async () => {
      const back: Outcome = { ids: [], refused: [] };
      await runMany(list, OPPOSITE[verb], ids, back);
      onChanged();
      const done = t(verb === 'delete' ? 'list.many.restored' : 'list.many.deleted', { count: back.ids.length });
      return [done, ...back.refused.slice(0, MOST_TOLD).map(({ message }) => message)].join('. ');
    };
    showSnack(t(verb === 'delete' ? 'list.many.deleted' : 'list.many.restored', { count: ids.length }), mayUndo ? { undo } : {});
    onChanged();
  }

  const things = messageOf(list.title.many);
  return (
    <FormDialog
      opened
      title={t(verb === 'delete' ? 'list.many.deleteTitle' : 'list.many.restoreTitle', { count, things, thing: messageOf(list.title.one) })}
      submitLabel={refused ? t('common.close') : t(verb === 'delete' ? 'list.many.deleteOk' : 'list.many.restoreOk', { count })}
      pendingLabel={done === null ? t('common.saving') : t('list.many.progress', { done, total: count })}
      isDone={refused !== null}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{error}</Notice>}
    >
      {refused ? (
        <RefusedRows words={t('list.many.stays', { count: refused.length })} rows={refused} />
      ) : (
        <p>{t(verb === 'restore' ? 'list.many.restoreHint' : archives ? 'list.many.deleteArchives' : 'list.many.deleteErases')}</p>
      )}
    </FormDialog>
  );
}
