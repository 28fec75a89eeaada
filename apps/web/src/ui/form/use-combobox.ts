import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { nextIndex } from '../plain/walk.ts';

export interface ComboboxState {
  /** The field's text. A new text resets the list to the option `first`. */
  text: string;
  count: number;
  /** The option that Enter selects before any arrow key; the first by default. */
  first?: number;
  isOpen: boolean;
  /**
   * True when the listed options belong to an earlier text. Enter waits, since nobody has read the option; a click
   * selects what it is on.
   */
  isStale?: boolean;
  onOpen: () => void;
  /** Called on Escape, or Alt and ArrowUp, when the list closes without a choice. */
  onDismiss: () => void;
  onChoose: (index: number) => void;
}

/**
 * A field with a list of options below it, after the ARIA pattern "editable combobox with list autocomplete": the focus
 * stays in the field and `aria-activedescendant` names the option that Enter selects. Arrows wrap at the ends, PageUp
 * and PageDown go to them, ArrowDown and ArrowUp open at the first and the last option, Alt and ArrowDown opens, Alt
 * and ArrowUp or Escape closes; Home and End belong to the text. Keys of an input method are left to it.
 */
export function useCombobox({ text, count, first = 0, isOpen, isStale = false, onOpen, onDismiss, onChoose }: ComboboxState) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [walked, setWalked] = useState({ text: '', to: 0 });
  const at = Math.min(walked.text === text ? walked.to : first, count - 1);
  const walk = (to: number) => setWalked({ text, to });
  const optionId = (index: number) => `${id}o${index}`;
  useEffect(() => {
    if (isOpen) list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' });
  }, [isOpen, at, count]);

  const open = (to: number) => {
    walk(to);
    onOpen();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    const to = { PageUp: 0, PageDown: count - 1 }[key] ?? (key === 'Home' || key === 'End' ? undefined : nextIndex(key, at, count, 'column'));
    if (key === 'Escape' || (key === 'ArrowUp' && event.altKey)) {
      if (!isOpen) return;
      event.stopPropagation(); // else the dialog around it would close too
      onDismiss();
    } else if (key === 'Enter') {
      if (!isOpen) return;
      if (at >= 0 && !isStale) onChoose(at);
    } else if (!isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) open(key === 'ArrowUp' ? Number.MAX_SAFE_INTEGER : first);
    else if (isOpen && to !== undefined && !event.altKey) walk(to);
    else return;
    event.preventDefault();
  };

  return {
    at,
    onKeyDown,
    input: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen && at >= 0 ? optionId(at) : undefined,
      onClick: () => !isOpen && open(first),
      onKeyDown,
    },
    // A scrollable list would be a stop of the Tab key automatically.
    list: { ref: list, id, role: 'listbox', tabIndex: -1 },
    option: (index: number, isSelected: boolean) => ({
      id: optionId(index),
      role: 'option',
      tabIndex: -1,
      'aria-selected': isSelected,
      'data-active': index === at || undefined,
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onMouseMove: () => index !== at && walk(index),
      onClick: () => onChoose(index),
    }),
  } as const;
}
