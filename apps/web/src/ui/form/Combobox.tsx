import { useRef, useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react';
import { t } from '../../base/t.ts';
import { IconButton } from '../plain/IconButton.tsx';
import { IconCheck, IconChevronDown, IconX } from '../plain/icons.ts';
import { Row, Stack } from '../plain/layout/layout.tsx';
import { useCombobox, type ComboboxState } from './use-combobox.ts';
import { describedBy, FieldFrame, type FieldWords } from './FieldFrame.tsx';
import styles from './form.module.css';
import { keepPlaced } from '../plain/keep-placed.ts';

const MOST_PX = 280;
const GAP_PX = 4;

/**
 * Returns the position of a control's list: below it, or above it if there is more room there. A dialog never cuts it
 * off.
 */
function usePlace(control: RefObject<HTMLElement | null>, open: boolean): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({});
  useLayoutEffect(() => {
    if (!open) return undefined;
    return keepPlaced(() => {
      const box = control.current?.getBoundingClientRect();
      if (!box) return;
      const [below, above] = [innerHeight - box.bottom - 2 * GAP_PX, box.top - 2 * GAP_PX];
      const isAbove = below < 160 && above > below;
      setPlace({
        left: box.left,
        width: box.width,
        maxHeight: Math.min(MOST_PX, isAbove ? above : below),
        ...(isAbove ? { bottom: innerHeight - box.top + GAP_PX } : { top: box.bottom + GAP_PX }),
      });
    });
  }, [control, open]);
  return place;
}

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
      <Row
        ref={box}
        gap={4}
        shrinks
        radius="md"
        className={styles.choice}
        data-invalid={words.error ? true : undefined}
        data-several={chips ? true : undefined}
        title={text || undefined}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onLeave()}
      >
        {chips?.map((chip, index) => (
          <Row as="span" key={chip.id} inline size={13} weight={600} shrinks breaks className={styles.chosen}>
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
          </Row>
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
          <Stack bordered radius="md" ground="raised" className={styles.dropdown} style={place}>
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
          </Stack>
        )}
      </Row>
    </FieldFrame>
  );
}
