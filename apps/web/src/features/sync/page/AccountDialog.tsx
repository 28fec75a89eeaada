import { useState } from 'react';
import { type Choice, ChoiceField } from '../../../ui/form/index.ts';
import { people } from '../../../ui/form/people.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { t } from '../t.ts';

/** Which account here somebody of Google Classroom has. `onChoose` rejects with why not. */
export function AccountDialog({ name, onClose, onChoose }: { name: string; onClose: () => void; onChoose: (accountId: number) => Promise<void> }) {
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [fault, setFault] = useState<string | undefined>();
  const [error, setError] = useState<unknown>(null);
  const save = async () => {
    const [account] = chosen;
    setError(null);
    if (!account) {
      setFault(t('syncPeople.accountMissing'));
      return false;
    }
    try {
      await onChoose(account.id);
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t('syncPeople.chooseOf', { name })}
      onClose={onClose}
      onSubmit={save}
      dirty={chosen.length > 0}
      submitLabel={t('syncPeople.doChoose')}
      pendingLabel={t('syncPeople.doing')}
      error={error !== null && <Notice>{errorText(error)}</Notice>}
    >
      <ChoiceField
        label={t('syncPeople.account')}
        description={t('syncPeople.chooseHint', { name })}
        error={fault}
        value={chosen}
        source={people}
        onChange={(value) => {
          setChosen(value);
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}
