import { useState } from 'react';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { type Choice, ChoiceField, Segments } from '../../../../ui/form/index.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import type { Course } from '../../../class/classes/index.ts';
import { t } from '../../../../base/t.ts';
import { freeClasses, linkClass, SYNC } from '../calls.ts';

/** Links a class with one of Google Classroom, or creates it there. */
export function LinkDialog({ course, onClose, onLinked }: { course: Course; onClose: () => void; onLinked: () => void }) {
  const [how, setHow] = useState<'existing' | 'make'>('existing');
  const [chosen, setChosen] = useState<readonly Choice<string>[]>([]);
  const [fault, setFault] = useState<string | undefined>();
  const [error, setError] = useState<unknown>(null);
  const save = async () => {
    const [google] = chosen;
    setError(null);
    if (how === 'existing' && !google) {
      setFault(t('syncLink.chooseFirst'));
      return false;
    }
    try {
      const { message } = await linkClass(course.id, how === 'make' || !google ? { create: true } : { external_id: google.id });
      void queryClient.invalidateQueries({ queryKey: [SYNC] });
      onLinked();
      showSnack(message);
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t('syncLink.dialog', { name: course.name })}
      onClose={onClose}
      onSubmit={save}
      dirty={chosen.length > 0}
      submitLabel={t(how === 'make' ? 'syncLink.make' : 'syncLink.doLink')}
      pendingLabel={t('syncLink.doing')}
      error={error !== null && <Notice>{errorText(error)}</Notice>}
    >
      <Segments
        label={t('syncLink.how')}
        value={how}
        onChange={setHow}
        description={how === 'make' ? t('syncLink.makeHint') : undefined}
        segments={[
          { value: 'existing', label: t('syncLink.existing') },
          { value: 'make', label: t('syncLink.make') },
        ]}
      />
      {how === 'existing' && (
        <ChoiceField
          label={t('syncLink.which')}
          description={t('syncLink.whichHint')}
          error={fault}
          value={chosen}
          source={freeClasses}
          onChange={(value) => {
            setChosen(value);
            setFault(undefined);
          }}
        />
      )}
    </FormDialog>
  );
}
