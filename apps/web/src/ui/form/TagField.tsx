import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { t } from '../../base/t.ts';
import { IconButton } from '../plain/IconButton.tsx';
import { IconCheck, IconChevronDown, IconX } from '../plain/icons.ts';
import { describedBy, FieldFrame, type FieldWords } from './FieldFrame.tsx';
import styles from './form.module.css';
import { usePlace } from './use-place.ts';

export interface TagFieldProps extends FieldWords {
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  /** What others have used. */
  known: readonly string[];
  /** Words for "take what is typed as a new one"; without them only known ones can be chosen. */
  newLabel?: ((text: string) => string) | undefined;
  /** Most characters of one. */
  maxLength?: number;
}

/** Most that are offered at once; typing finds the others. */
const OFFERED = 50;
const same = (left: string, right: string): boolean => left.toLocaleLowerCase() === right.toLocaleLowerCase();

/**
 * Several short words, chosen from known ones or typed anew. Enter and comma take what is typed or walked to,
 * Backspace takes the last one away, Escape closes the list and nothing else.
 */
export function TagField({ value, onChange, known, newLabel, maxLength = 50, ...words }: TagFieldProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const place = usePlace(box, open);
  const wanted = typed.trim();
  const isChosen = (tag: string) => value.some((chosen) => same(chosen, tag));
  const found = known.filter((tag) => tag.toLocaleLowerCase().includes(wanted.toLocaleLowerCase())).slice(0, OFFERED);
  const isNew = newLabel !== undefined && wanted !== '' && !known.some((tag) => same(tag, wanted)) && !isChosen(wanted);
  // what is typed comes first where it is new, so that Enter always means it
  const options = [...(isNew ? [{ tag: wanted, label: newLabel(wanted) }] : []), ...found.map((tag) => ({ tag, label: tag }))];
  const at = Math.min(active, options.length - 1);

  const toggle = (tag: string) => {
    onChange(isChosen(tag) ? value.filter((chosen) => !same(chosen, tag)) : [...value, tag]);
    setTyped('');
    setActive(0);
  };
  const close = () => {
    setOpen(false);
    // a word that was typed and left is meant
    if (isNew) toggle(wanted);
    else setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!open) setOpen(true);
      else if (options.length > 0) setActive((at + step + options.length) % options.length);
    } else if ((event.key === 'Enter' && open) || (event.key === ',' && wanted !== '')) {
      event.preventDefault();
      const exact = options.find(({ tag }) => same(tag, wanted));
      const option = exact ?? options[at];
      if (option) toggle(option.tag);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault(); // else the dialog around it would close too
      event.stopPropagation();
      setOpen(false);
      setTyped('');
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1));
  };

  return (
    <FieldFrame id={id} {...words}>
      <div
        ref={box}
        className={styles.choice}
        data-several
        data-invalid={words.error ? true : undefined}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
      >
        {value.map((tag) => (
          <span key={tag} className={styles.chosen}>
            {tag}
            <IconButton
              icon={IconX}
              size="s"
              iconSize={14}
              label={t('choice.remove', { name: tag })}
              onClick={() => {
                toggle(tag);
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
          aria-activedescendant={open && options[at] ? `${id}o${at}` : undefined}
          aria-invalid={Boolean(words.error)}
          aria-describedby={describedBy(id, words)}
          value={typed}
          maxLength={maxLength}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        <IconChevronDown size={18} />
        {open && (
          <div className={styles.dropdown} style={place}>
            <div id={`${id}o`} role="listbox" aria-label={words.label} aria-multiselectable>
              {options.map(({ tag, label }, index) => (
                <div
                  key={tag}
                  id={`${id}o${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={isChosen(tag)}
                  className={styles.option}
                  data-active={index === at || undefined}
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => setActive(index)}
                  onMouseUp={() => toggle(tag)}
                >
                  <span>{label}</span>
                  {isChosen(tag) && <IconCheck size={16} />}
                </div>
              ))}
            </div>
            <p role="status" className={styles.status}>
              {options.length === 0 ? t('table.nothingFound') : ''}
            </p>
          </div>
        )}
      </div>
    </FieldFrame>
  );
}
