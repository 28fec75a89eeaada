import { useState } from 'react';
import { ChoiceField, type Choice, type ChoiceSource } from '../../../../ui/form/index.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';

interface ChooseOne {
  title: string;
  label: string;
  /** The effect on the selected one. */
  hint: string;
  /** The error if none is selected. */
  missing: string;
  source: ChoiceSource;
  submitLabel: string;
  pendingLabel: string;
  onClose: () => void;
  /** Rejects with the reason if it fails. */
  onChoose: (id: number) => Promise<void>;
}

/** A dialog that selects a class, or an account here. */
export function ChooseDialog({ title, label, hint, missing, source, submitLabel, pendingLabel, onClose, onChoose }: ChooseOne) {
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [fault, setFault] = useState<string | undefined>();
  const [error, setError] = useState<unknown>(null);
  const save = async () => {
    const [one] = chosen;
    setError(null);
    if (!one) {
      setFault(missing);
      return false;
    }
    try {
      await onChoose(one.id);
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
        label={label}
        description={hint}
        error={fault}
        value={chosen}
        source={source}
        onChange={(value) => {
          setChosen(value);
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}
