import { useEffect, useRef } from 'react';

/** The actions of single keys on the teacher's screen. A missing one does nothing now. */
export interface LessonKeys {
  /** The Space key. */
  onNextStep?: (() => void) | undefined;
  /** The keys + and −, by a minute. */
  onMinute?: ((step: 'plus' | 'minus') => void) | undefined;
  /** The C key. */
  onCommenting?: (() => void) | undefined;
  /** The D key. */
  onDistribution?: (() => void) | undefined;
  /** The arrow keys at the sides, in the direction of reading. */
  onTurn?: ((way: 'back' | 'forth') => void) | undefined;
  /** The P key. */
  onPairs?: (() => void) | undefined;
  /** The H key, while the focus is in a post. */
  onHide?: (() => void) | undefined;
}

/** Elements that take letters themselves: text fields, lists, menus, editors, dialogs. */
const TYPED_INTO = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="combobox"], dialog';
/** Inputs that ignore letters. */
const NOT_TYPED_INTO = 'input[type="radio"], input[type="checkbox"], input[type="button"], input[type="submit"], input[type="range"]';
/** Elements that take Space themselves. */
const PRESSED = `a[href], button, summary, ${TYPED_INTO}, [tabindex]:not([tabindex="-1"])`;

function isNothing(focused: Element | null): boolean {
  return !focused || focused === document.body || focused === document.documentElement;
}

/** Checks whether letters, + and − have no other target. This includes a focused button that was just clicked. */
function areLettersFree(focused: Element | null): boolean {
  if (document.querySelector('dialog[open]')) return false;
  return isNothing(focused) || focused!.closest(TYPED_INTO) === null || focused!.matches(NOT_TYPED_INTO);
}

/** Checks whether the focus is on nothing that Space would press or scroll. */
function isSpaceFree(focused: Element | null): boolean {
  if (document.querySelector('dialog[open]')) return false;
  return isNothing(focused) || focused!.closest(PRESSED) === null;
}

/**
 * Handles the lesson's single keys (WCAG 2.1.4: they can be switched off). Letters, + and − act unless they are typed
 * into something, Space and the arrows act while no control has the focus, and Escape leaves a control. Nothing acts while a dialog
 * is open or a modifier is held. Space acts on release, so that the dialog it opens does not receive the same press.
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
      const { onNextStep, onMinute, onCommenting, onDistribution, onTurn, onPairs, onHide } = latest.current;
      if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        if (!hasSpace || !onTurn) return;
        event.preventDefault(); // would scroll
        return onTurn((event.key === 'ArrowRight') === (document.documentElement.dir !== 'rtl') ? 'forth' : 'back');
      }
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
        case 'p':
        case 'P':
          return event.repeat ? undefined : onPairs?.();
        case 'h':
        case 'H':
          return event.repeat ? undefined : onHide?.();
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
    // After a press by mouse or finger the keys belong to the lesson again: Space takes its next step.
    const onClick = ({ detail }: MouseEvent) => {
      const focused = document.activeElement;
      if (detail > 0 && latest.current.onNextStep && focused instanceof HTMLButtonElement && !focused.closest(TYPED_INTO)) focused.blur();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('keyup', onKeyUp);
    document.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('keyup', onKeyUp);
    };
  }, [isOn]);
}
