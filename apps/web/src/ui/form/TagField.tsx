import { useState } from 'react';
import { t } from '../../base/t.ts';
import { Combobox } from './Combobox.tsx';
import type { FieldWords } from './FieldFrame.tsx';

export interface TagFieldProps extends FieldWords {
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  /** The tags that others have used. */
  known: readonly string[];
  /** The label of "add as a new tag". Without it only known tags can be selected. */
  newLabel?: ((text: string) => string) | undefined;
  /** The maximum number of characters of one tag. */
  maxLength?: number;
}

/** The maximum number of suggestions. Typing finds the others. */
const OFFERED = 50;
const same = (left: string, right: string): boolean => left.toLocaleLowerCase() === right.toLocaleLowerCase();

/**
 * Several tags, selected from known ones or typed. Enter and comma add the typed or highlighted tag, Backspace removes
 * the last one. Typed text is also added on leaving the field; Escape drops it.
 */
export function TagField({ value, onChange, known, newLabel, maxLength = 50, ...words }: TagFieldProps) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const wanted = typed.trim();
  const isChosen = (tag: string) => value.some((chosen) => same(chosen, tag));
  const found = known.filter((tag) => tag.toLocaleLowerCase().includes(wanted.toLocaleLowerCase())).slice(0, OFFERED);
  const isNew = newLabel !== undefined && wanted !== '' && !known.some((tag) => same(tag, wanted)) && !isChosen(wanted);
  // A new typed tag comes first, so that Enter always means it.
  const tags = isNew ? [wanted, ...found] : found;
  const toggle = (tag: string) => {
    onChange(isChosen(tag) ? value.filter((chosen) => !same(chosen, tag)) : [...value, tag]);
    setTyped('');
  };
  return (
    <Combobox
      {...words}
      text={typed}
      options={tags.map((tag, index) => ({ id: tag, name: isNew && index === 0 ? newLabel(tag) : tag, isChosen: isChosen(tag) }))}
      first={Math.max(
        0,
        tags.findIndex((tag) => same(tag, wanted)),
      )}
      chips={value.map((tag) => ({ id: tag, name: tag }))}
      status={tags.length === 0 ? t('table.nothingFound') : ''}
      takeKey=","
      maxLength={maxLength}
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
      onDismiss={() => {
        setOpen(false);
        setTyped('');
      }}
      onLeave={() => {
        setOpen(false);
        if (isNew) toggle(wanted);
        else setTyped('');
      }}
      onChoose={(index) => toggle(tags[index] as string)}
      onRemove={(index) => onChange(value.filter((_, at) => at !== index))}
      onType={setTyped}
    />
  );
}
