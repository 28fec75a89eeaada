import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { type Choice, ChoiceField } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { addClass, removeAccounts, searchClasses, searchLevels } from './calls.ts';
import { t } from '../../../base/t.ts';

/** Adds everyone in a class, or in all classes of a level, to a group. The addition can be undone with one press. */
export function AddClassDialog({ groupId, onClose, onChanged }: { groupId: number; onClose: () => void; onChanged: () => void }) {
  const [chosen, setChosen] = useState<{ course?: Choice; level?: Choice }>({});
  const [fault, setFault] = useState<string>();
  const [error, setError] = useState<string | null>(null);
  const { course, level } = chosen;
  const choose = (to: typeof chosen) => {
    setChosen(to);
    setFault(undefined);
  };
  const submit = async (): Promise<boolean> => {
    setError(null);
    if (!course && !level) {
      setFault(t('invitationGroup.class.choose'));
      return false;
    }
    try {
      const { message, account_id } = await addClass(groupId, course ? { course_id: course.id } : { level_id: (level as Choice).id });
      const undo = async () => {
        const words = await removeAccounts(groupId, account_id);
        onChanged();
        return words;
      };
      showSnack(message, account_id.length > 0 ? { undo } : {});
      onChanged();
      return true;
    } catch (failure) {
      const words = isApiError(failure, 'VALIDATION_FAILED') && Object.values(failure.errors).flat().join(' ');
      if (words) setFault(words);
      else setError(errorText(failure));
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t('invitationGroup.class.title')}
      submitLabel={t('invitationGroup.class.add')}
      pendingLabel={t('invitationGroup.class.adding')}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{error}</Notice>}
    >
      <p>{t('invitationGroup.class.hint')}</p>
      <ChoiceField
        label={t('invitationGroup.class.class')}
        source={{ name: 'classes', load: searchClasses }}
        value={course ? [course] : []}
        error={level ? undefined : fault}
        onChange={([found]) => choose(found ? { course: found } : {})}
      />
      <ChoiceField
        label={t('invitationGroup.class.level')}
        source={{ name: '/levels', load: searchLevels }}
        value={level ? [level] : []}
        error={level ? fault : undefined}
        onChange={([found]) => choose(found ? { level: found } : {})}
      />
    </FormDialog>
  );
}
