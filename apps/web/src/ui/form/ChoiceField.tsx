import { useState } from 'react';
import { t } from '../../base/t.ts';
import { errorText } from '../plain/error-text.ts';
import { Combobox } from './Combobox.tsx';
import type { FieldWords } from './FieldFrame.tsx';
import { useChoices, type Choice, type ChoiceSource } from './use-choices.ts';

export type { Choice, ChoiceSource } from './use-choices.ts';

export interface ChoiceFieldProps<Id extends number | string> extends FieldWords {
  value: readonly Choice<Id>[];
  onChange: (value: readonly Choice<Id>[]) => void;
  source: ChoiceSource<Id>;
  /** True when several can be selected. They appear in the field as chips. */
  several?: boolean;
  /** The meaning of an empty field. */
  placeholder?: string;
  disabled?: boolean;
}

/**
 * A field for options from the server, found while typing. Clearing the text of a single choice removes it, and
 * Backspace removes the last chip.
 */
export function ChoiceField<Id extends number | string = number>({ value, onChange, source, several = false, ...field }: ChoiceFieldProps<Id>) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { data = [], error, isFetching, isAsked, isSettled } = useChoices(source, typed ?? '', isOpen);
  const isChosen = (choice: Choice<Id>) => value.some((chosen) => chosen.id === choice.id);

  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (choice: Choice<Id> | undefined) => {
    if (!choice) return;
    if (!several) onChange([choice]);
    else onChange(isChosen(choice) ? value.filter((chosen) => chosen.id !== choice.id) : [...value, choice]);
    setTyped(null);
    setOpen(several);
  };
  const isWaiting = isFetching || !isSettled;
  const status = error ? errorText(error) : isAsked ? (isWaiting ? t('common.loading') : data.length === 0 ? t('table.nothingFound') : '') : t('choice.type');

  return (
    <Combobox
      {...field}
      text={typed ?? (several ? '' : (value[0]?.name ?? ''))}
      options={data.map((choice) => ({ ...choice, isChosen: isChosen(choice) }))}
      chips={several ? value : undefined}
      status={status}
      maxLength={200}
      isOpen={isOpen}
      isStale={!isSettled}
      onOpen={() => setOpen(true)}
      onDismiss={close}
      onLeave={close}
      onChoose={(index) => choose(data[index])}
      onRemove={(index) => onChange(value.filter((_, at) => at !== index))}
      onType={(text) => {
        setTyped(text);
        if (!several && text === '') onChange([]);
      }}
    />
  );
}
