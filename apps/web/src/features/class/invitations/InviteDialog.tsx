import type { ClassRole } from '@classwright/contract/class/classes/roles';
import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { RefusedRows } from '../../../ui/data-table/RefusedRows.tsx';
import { TextArea } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { deleteInvitations, type Invited, invitePeople } from './calls.ts';
import { invalidatePeople } from './people-key.ts';
import { t } from '../../../base/t.ts';

/** Shows how many were invited, with an undo button. */
export function showInvited(courseId: number, { message, invitations }: Invited): void {
  const undo = async () => {
    const done = await deleteInvitations.run(
      courseId,
      invitations.map(({ id }) => id),
    );
    await invalidatePeople(courseId);
    return done.message;
  };
  // More than one call can undo are found in the list.
  showSnack(message, invitations.length > 0 && invitations.length <= 300 ? { undo } : {});
}

/** Invites one person or a pasted list. People who cannot be invited stay in the field, with the reason above it. */
export function InviteDialog({ courseId, role, onClose }: { courseId: number; role: ClassRole; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const [refused, setRefused] = useState<Invited['refused']>([]);
  const [error, setError] = useState<string | null>(null);
  const submit = async (): Promise<boolean> => {
    setError(null);
    setFault(undefined);
    setRefused([]);
    try {
      const outcome = await invitePeople(role, courseId, typed);
      showInvited(courseId, outcome);
      void invalidatePeople(courseId);
      setRefused(outcome.refused);
      setTyped(outcome.refused.map(({ userId }) => userId).join('\n'));
      if (outcome.refused.length > 0) setFault(t('people.notInvited', { count: outcome.refused.length }));
      return outcome.refused.length === 0;
    } catch (failure) {
      if (isApiError(failure, 'VALIDATION_FAILED')) setFault(Object.values(failure.errors).flat().join('\n'));
      else setError(errorText(failure));
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t(role === 'TEACHER' ? 'people.teacherTitle' : 'people.studentTitle')}
      submitLabel={t('people.invite')}
      pendingLabel={t('people.inviting')}
      dirty={typed.trim() !== ''}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{error}</Notice>}
    >
      {refused.length > 0 && <RefusedRows words={t('people.left')} rows={refused.map(({ userId, message }, id) => ({ id, name: userId, message }))} />}
      <TextArea
        label={t('people.email')}
        description={t('people.emailHint')}
        value={typed}
        error={fault}
        rows={4}
        maxLength={60_000}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}
