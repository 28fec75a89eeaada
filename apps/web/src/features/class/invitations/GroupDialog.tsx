import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { type Choice, ChoiceField } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { inviteGroupOf, searchGroups } from './calls.ts';
import { showInvited } from './InviteDialog.tsx';
import { invalidatePeople } from './people-key.ts';
import { t } from '../../../base/t.ts';

const choicesOf = (courseId: number) => ({
  name: `/invite/student/groups ${courseId}`,
  load: async (text: string, signal: AbortSignal): Promise<Choice[]> =>
    (await searchGroups(courseId, text, signal)).map(({ id, name, missing_count }) => ({
      id,
      name,
      detail: t('people.groupMissing', { count: missing_count }),
    })),
});

/** The dialog "Invite a Group": invites the group's students who are not in the class yet. */
export function GroupDialog({ courseId, onClose }: { courseId: number; onClose: () => void }) {
  const [group, setGroup] = useState<Choice | null>(null);
  const [fault, setFault] = useState<string>();
  const [error, setError] = useState<string | null>(null);
  const submit = async (): Promise<boolean> => {
    setError(null);
    try {
      showInvited(courseId, await inviteGroupOf(courseId, group?.id));
      void invalidatePeople(courseId);
      return true;
    } catch (failure) {
      if (isApiError(failure, 'VALIDATION_FAILED')) setFault(Object.values(failure.errors).flat().join(' '));
      else setError(errorText(failure));
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t('people.groupTitle')}
      submitLabel={t('people.send')}
      pendingLabel={t('people.sending')}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{error}</Notice>}
    >
      <ChoiceField
        label={t('people.group')}
        description={t('people.groupHint')}
        source={choicesOf(courseId)}
        value={group ? [group] : []}
        error={fault}
        onChange={([chosen]) => {
          setGroup(chosen ?? null);
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}
