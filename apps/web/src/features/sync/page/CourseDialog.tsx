import { useState } from 'react';
import { useUser } from '../../../base/use-user.ts';
import { type Choice, ChoiceField } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { linkable } from '../calls.ts';
import { t } from '../t.ts';

interface CourseChoice {
  title: string;
  /** What happens with the class that is chosen. */
  hint: string;
  submitLabel: string;
  pendingLabel: string;
  onClose: () => void;
  /** Rejects with why not. */
  onChoose: (courseId: number) => Promise<void>;
}

/** Which class here is meant. */
export function CourseDialog({ title, hint, submitLabel, pendingLabel, onClose, onChoose }: CourseChoice) {
  const { rights } = useUser();
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [fault, setFault] = useState<string | undefined>();
  const [error, setError] = useState<unknown>(null);
  const save = async () => {
    const [course] = chosen;
    setError(null);
    if (!course) {
      setFault(t('syncClasses.courseMissing'));
      return false;
    }
    try {
      await onChoose(course.id);
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={title}
      onClose={onClose}
      onSubmit={save}
      dirty={chosen.length > 0}
      submitLabel={submitLabel}
      pendingLabel={pendingLabel}
      error={error !== null && <Notice>{errorText(error)}</Notice>}
    >
      <ChoiceField
        label={t('syncClasses.course')}
        description={hint}
        error={fault}
        value={chosen}
        source={linkable(rights.includes('classes:create'))}
        onChange={(value) => {
          setChosen(value);
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}
