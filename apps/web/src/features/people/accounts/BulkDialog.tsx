import { useState } from 'react';
import { showSnack } from '../../../base/snackbar.ts';
import { RefusedRows } from '../../../ui/data-table/RefusedRows.tsx';
import { ChoiceField, type Choice, SelectField } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { type BulkAct, inverseOf, type Outcome, type Refused, runBulk, undoBulk, type Work } from './bulk.ts';
import { schools } from './calls.ts';
import { t } from '../../../base/t.ts';
import { useAll } from './use-accounts.ts';

const WORDS = {
  activate: 'accounts.bulk.activate',
  deactivate: 'accounts.bulk.deactivate',
  sign_out: 'accounts.bulk.signOut',
  mail_link: 'accounts.bulk.mailLink',
  role: 'accounts.bulk.role',
  school: 'accounts.bulk.school',
} as const;
const HINTS = {
  activate: 'accounts.bulk.activateHint',
  deactivate: 'accounts.bulk.deactivateHint',
  sign_out: 'accounts.bulk.signOutHint',
  mail_link: 'accounts.bulk.mailLinkHint',
} as const;

interface BulkDialogProps {
  act: BulkAct;
  count: number;
  /** Returns the people it is about, read when it begins. */
  listIds: () => Promise<readonly number[]>;
  onClose: () => void;
  /** Called when something was changed, by the act or by its undo. */
  onChanged: () => void;
}

/**
 * A dialog that confirms an act for many people, shows its progress, lists refused people with the reason, and offers
 * to undo it.
 */
export function BulkDialog({ act, count, listIds, onClose, onChanged }: BulkDialogProps) {
  const roles = useAll('/roles');
  const [roleId, setRoleId] = useState('');
  const [school, setSchool] = useState<Choice | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const [fault, setFault] = useState<string>();
  const [error, setError] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly Refused[] | null>(null);

  const submit = async (): Promise<boolean> => {
    if (refused) return true;
    setFault(undefined);
    setError(null);
    if (act === 'role' && roleId === '') return say(t('account.roleUnknown'));
    if (act === 'school' && !school) return say(t('account.schoolUnknown'));
    const work: Work = { act, ...(act === 'role' && { role_id: Number(roleId) }), ...(act === 'school' && school && { school_id: school.id }) };
    const outcome: Outcome = { changed: [], refused: [] };
    try {
      setDone(0);
      await runBulk(work, await listIds(), outcome, setDone);
      tell(outcome);
      if (outcome.refused.length === 0) return true;
      setRefused(outcome.refused);
    } catch (failure) {
      if (outcome.changed.length > 0) tell(outcome);
      setError(t('accounts.bulk.stopped', { done: outcome.changed.length + outcome.refused.length, total: count, reason: errorText(failure) }));
    } finally {
      setDone(null);
    }
    return false;
  };
  function say(words: string): false {
    setFault(words);
    return false;
  }
  function tell({ changed }: Outcome): void {
    if (changed.length === 0) return showSnack(t('accounts.bulk.doneNobody'), { color: 'gray' });
    const canUndo = inverseOf(act, changed).length > 0;
    const undo = async () => {
      const back = await undoBulk(act, changed);
      onChanged();
      return t('accounts.bulk.undone', { count: back });
    };
    showSnack(t('accounts.bulk.done', { count: changed.length }), canUndo ? { undo } : {});
    onChanged();
  }

  return (
    <FormDialog
      opened
      title={t('accounts.bulk.title', { act: t(WORDS[act]), count })}
      submitLabel={refused ? t('common.close') : t(WORDS[act])}
      pendingLabel={done === null ? t('common.saving') : t('accounts.bulk.progress', { done, total: count })}
      isDone={refused !== null}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{error}</Notice>}
    >
      {refused ? (
        <RefusedRows words={t('accounts.bulk.refused', { count: refused.length })} rows={refused.map(({ account_id: id, ...row }) => ({ id, ...row }))} />
      ) : act === 'role' ? (
        <SelectField
          label={t('account.field.role')}
          error={fault}
          value={roleId}
          options={[{ value: '', label: '' }, ...(roles.data ?? []).map((role) => ({ value: String(role.id), label: role.name }))]}
          onChange={(event) => setRoleId(event.target.value)}
        />
      ) : act === 'school' ? (
        <ChoiceField
          label={t('account.field.school')}
          source={schools}
          error={fault}
          value={school ? [school] : []}
          onChange={([chosen]) => setSchool(chosen ?? null)}
        />
      ) : (
        <p>{t(HINTS[act])}</p>
      )}
    </FormDialog>
  );
}
