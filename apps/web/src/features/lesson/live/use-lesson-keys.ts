import { useEffect, useRef } from 'react';

/** What single keys do on the teacher's screen; a missing one does nothing now. */
export interface LessonKeys {
  /** Space. */
  onNextStep?: (() => void) | undefined;
  /** + and −, by a minute. */
  onMinute?: ((step: 'plus' | 'minus') => void) | undefined;
  /** C. */
  onCommenting?: (() => void) | undefined;
  /** D. */
  onDistribution?: (() => void) | undefined;
}

/** What takes letters for itself: text fields, lists, menus, editors, dialogs. */
const TYPED_INTO = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="combobox"], dialog';
/** Inputs that letters mean nothing to. */
const NOT_TYPED_INTO = 'input[type="radio"], input[type="checkbox"], input[type="button"], input[type="submit"], input[type="range"]';
/** What takes Space for itself. */
const PRESSED = `a[href], button, summary, ${TYPED_INTO}, [tabindex]:not([tabindex="-1"])`;

function isNothing(focused: Element | null): boolean {
  return !focused || focused === document.body || focused === document.documentElement;
}

/** Whether letters, + and − would be typed into nothing: also with the focus on a button that a mouse has just pressed. */
function areLettersFree(focused: Element | null): boolean {
  if (document.querySelector('dialog[open]')) return false;
  return isNothing(focused) || focused!.closest(TYPED_INTO) === null || focused!.matches(NOT_TYPED_INTO);
}

/** Whether the focus is on nothing that Space would press or scroll. */
function isSpaceFree(focused: Element | null): boolean {
  if (document.querySelector('dialog[open]')) return false;
  return isNothing(focused) || focused!.closest(PRESSED) === null;
}

/**
 * Single keys of the lesson (WCAG 2.1.4: they can be switched off). Letters, + and − act wherever they are not typed into
 * something, Space while no control has the focus; Escape leaves a control. Nothing acts while a dialog is open or a
 * modifier is held. Space acts when it is let go, so that the dialog it opens does not take the same press for its own
 * button.
 */
export function useLessonKeys(keys: LessonKeys, isOn: boolean): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!isOn) return undefined;
    let isSpaceDown = false;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
      const focused = document.activeElement;
      const hasSpace = isSpaceFree(focused);
      if (!hasSpace) isSpaceDown = false;
      if (event.key === 'Escape') {
        if (!hasSpace && focused instanceof HTMLElement && !document.querySelector('dialog[open]')) focused.blur();
        return;
      }
      const { onNextStep, onMinute, onCommenting, onDistribution } = latest.current;
      if (event.key === ' ') {
        if (!hasSpace) return;
        event.preventDefault(); // would scroll
        isSpaceDown = onNextStep !== undefined && !event.repeat ? true : isSpaceDown;
        return;
      }
      if (!areLettersFree(focused)) return;
      switch (event.key) {
        case '+':
          return onMinute?.('plus');
        case '-':
        case '−':
          return onMinute?.('minus');
        case 'c':
        case 'C':
          return event.repeat ? undefined : onCommenting?.();
        case 'd':
        case 'D':
          return event.repeat ? undefined : onDistribution?.();
      }
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key !== ' ') return;
      const isOurs = isSpaceDown && isSpaceFree(document.activeElement);
      isSpaceDown = false;
      if (!isOurs) return;
      event.preventDefault();
      latest.current.onNextStep?.();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('keyup', onKeyUp);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('keyup', onKeyUp);
    };
  }, [isOn]);
}
