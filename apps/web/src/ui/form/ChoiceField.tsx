import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../plain/IconButton.tsx';
import { IconCheck, IconChevronDown, IconX } from '../plain/icons.ts';
import { errorText } from '../plain/error-text.ts';
import { t } from '../../base/t.ts';
import { describedBy, FieldFrame, type FieldWords } from './FieldFrame.tsx';
import styles from './form.module.css';
import { useChoices, type Choice, type ChoiceSource } from './use-choices.ts';
import { usePlace } from './use-place.ts';

export type { Choice, ChoiceSource } from './use-choices.ts';

export interface ChoiceFieldProps<Id extends number | string> extends FieldWords {
  value: readonly Choice<Id>[];
  onChange: (value: readonly Choice<Id>[]) => void;
  source: ChoiceSource<Id>;
  /** Several can be chosen; they stand in the field as chips. */
  several?: boolean;
  /** What an empty field means. */
  placeholder?: string;
  disabled?: boolean;
}

/**
 * Something chosen from what the server knows, found while typing. Arrows walk, Enter chooses, Escape closes the list
 * and nothing else; emptying the field of a single choice takes the choice away, as Backspace does with the last chip.
 */
export function ChoiceField<Id extends number | string = number>({
  value,
  onChange,
  source,
  several = false,
  placeholder,
  disabled,
  ...words
}: ChoiceFieldProps<Id>) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const place = usePlace(box, open);
  const { data = [], error, isFetching, isAsked, isSettled } = useChoices(source, typed ?? '', open);
  const shown = several ? (typed ?? '') : (typed ?? value[0]?.name ?? '');
  const at = Math.min(active, data.length - 1);
  useEffect(() => {
    if (open) document.getElementById(`${id}o${data[at]?.id}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [open, id, at, data]);
  const isChosen = (choice: Choice<Id>) => value.some((chosen) => chosen.id === choice.id);

  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (choice: Choice<Id>) => {
    if (!several) onChange([choice]);
    else onChange(isChosen(choice) ? value.filter((chosen) => chosen.id !== choice.id) : [...value, choice]);
    setTyped(null);
    setOpen(several);
  };
  const type = (text: string) => {
    setTyped(text);
    setActive(0);
    setOpen(true);
    if (!several && text === '') onChange([]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!open) setOpen(true);
      else if (data.length > 0) setActive((at + step + data.length) % data.length);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      const choice = data[at];
      if (choice && isSettled) choose(choice);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault(); // else the dialog around it would close too
      event.stopPropagation();
      close();
    } else if (event.key === 'Backspace' && several && shown === '' && value.length > 0) onChange(value.slice(0, -1));
  };
  const status = error
    ? errorText(error)
    : !isAsked
      ? t('choice.type')
      : isFetching || !isSettled
        ? t('common.loading')
        : data.length === 0
          ? t('table.nothingFound')
          : '';

  return (
    <FieldFrame id={id} {...words}>
      <div
        ref={box}
        className={styles.choice}
        data-invalid={words.error ? true : undefined}
        data-several={several || undefined}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
      >
        {several &&
          value.map((chosen) => (
            <span key={chosen.id} className={styles.chosen}>
              {chosen.name}
              <IconButton
                icon={IconX}
                size="s"
                iconSize={14}
                label={t('choice.remove', { name: chosen.name })}
                onClick={() => {
                  onChange(value.filter((other) => other.id !== chosen.id));
                  input.current?.focus();
                }}
              />
            </span>
          ))}
        <input
          ref={input}
          id={id}
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? `${id}o` : undefined}
          aria-activedescendant={open && data[at] ? `${id}o${data[at].id}` : undefined}
          aria-invalid={Boolean(words.error)}
          aria-describedby={describedBy(id, words)}
          value={shown}
          placeholder={placeholder}
          disabled={disabled}
          maxLength={200}
          onChange={(event) => type(event.target.value)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        <IconChevronDown size={18} />
        {open && (
          <div className={styles.dropdown} style={place}>
            <div id={`${id}o`} role="listbox" aria-label={words.label} aria-multiselectable={several || undefined}>
              {data.map((choice, index) => (
                <div
                  key={choice.id}
                  id={`${id}o${choice.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={isChosen(choice)}
                  className={styles.option}
                  data-active={index === at || undefined}
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => setActive(index)}
                  onMouseUp={() => choose(choice)}
                >
                  <span>
                    {choice.name}
                    {choice.detail && <small>{choice.detail}</small>}
                  </span>
                  {isChosen(choice) && <IconCheck size={16} />}
                </div>
              ))}
            </div>
            <p role="status" className={styles.status}>
              {status}
            </p>
          </div>
        )}
      </div>
    </FieldFrame>
  );
}
