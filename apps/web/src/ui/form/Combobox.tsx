import { useRef } from 'react';
import { t } from '../../base/t.ts';
import { IconButton } from '../plain/IconButton.tsx';
import { IconCheck, IconChevronDown, IconX } from '../plain/icons.ts';
import { useCombobox, type ComboboxState } from './use-combobox.ts';
import { describedBy, FieldFrame, type FieldWords } from './FieldFrame.tsx';
import styles from './form.module.css';
import { usePlace } from './use-place.ts';

interface Option {
  id: number | string;
  name: string;
  detail?: string | undefined;
  isChosen: boolean;
}

interface ComboboxProps extends FieldWords, Omit<ComboboxState, 'count'> {
  options: readonly Option[];
  /** The selected options if several are allowed, as chips before the text. */
  chips?: readonly Pick<Option, 'id' | 'name'>[] | undefined;
  onRemove: (index: number) => void;
  onType: (text: string) => void;
  /** Called when the focus moves elsewhere. */
  onLeave: () => void;
  /** The state of the list if it has no options: loading, failed, or nothing found. */
  status: string;
  /** A key that acts like Enter, unless the field is empty. */
  takeKey?: string;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  maxLength: number;
}

/** The only field with a list of options. `ChoiceField` and `TagField` provide the options and what selecting does. */
export function Combobox({
  options,
  chips,
  onRemove,
  onType,
  onLeave,
  status,
  takeKey,
  placeholder,
  disabled,
  maxLength,
  text,
  first,
  isOpen,
  isStale,
  onOpen,
  onDismiss,
  onChoose,
  ...words
}: ComboboxProps) {
  const box = useRef<HTMLDivElement>(null);
  const combobox = useCombobox({ text, count: options.length, first, isOpen, isStale, onOpen, onDismiss, onChoose });
  const place = usePlace(box, isOpen);
  const { id: listId } = combobox.list;
  const id = `${listId}i`;
  return (
    <FieldFrame id={id} {...words}>
      <div
        ref={box}
        className={styles.choice}
        data-invalid={words.error ? true : undefined}
        data-several={chips ? true : undefined}
        title={text || undefined}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onLeave()}
      >
        {chips?.map((chip, index) => (
          <span key={chip.id} className={styles.chosen}>
            {chip.name}
            {!disabled && (
              <IconButton
                icon={IconX}
                size="s"
                iconSize={14}
                label={t('choice.remove', { name: chip.name })}
                onClick={() => {
                  onRemove(index);
                  box.current?.querySelector('input')?.focus();
                }}
              />
            )}
          </span>
        ))}
        <input
          {...combobox.input}
          id={id}
          aria-invalid={Boolean(words.error)}
          aria-describedby={describedBy(id, words)}
          value={text}
          placeholder={placeholder}
          disabled={disabled}
          maxLength={maxLength}
          onChange={(event) => {
            onType(event.target.value);
            onOpen();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && text === '' && chips && chips.length > 0) onRemove(chips.length - 1);
            if (event.key === takeKey && text.trim() !== '' && combobox.at >= 0) {
              event.preventDefault();
              onChoose(combobox.at);
            }
            combobox.onKeyDown(event);
          }}
        />
        <IconChevronDown size={18} />
        {isOpen && (
          <div className={styles.dropdown} style={place}>
            <div {...combobox.list} className={styles.options} aria-label={words.label} aria-multiselectable={chips ? true : undefined}>
              {options.map(({ id: key, name, detail, isChosen }, index) => (
                <div key={key} {...combobox.option(index, isChosen)} className={styles.option}>
                  <span>
                    {name}
                    {detail && <small>{detail}</small>}
                  </span>
                  {isChosen && <IconCheck size={16} />}
                </div>
              ))}
            </div>
            <p role="status" className={status ? styles.status : 'visually-hidden'}>
              {status || t('choice.count', { count: options.length })}
            </p>
          </div>
        )}
      </div>
    </FieldFrame>
  );
}
