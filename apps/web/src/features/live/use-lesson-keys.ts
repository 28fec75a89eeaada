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

const CONTROL = 'a[href], button, input, select, textarea, summary, dialog, [contenteditable="true"], [role="menu"], [tabindex]:not([tabindex="-1"])';

/** Whether the focus is on nothing that would want keys for itself. */
export function areKeysFree(focused: Element | null): boolean {
  if (document.querySelector('dialog[open]')) return false;
  return !focused || focused === document.body || focused === document.documentElement || focused.closest(CONTROL) === null;
}

/**
 * Single keys of the lesson (WCAG 2.1.4): only while no control has the focus, no dialog is open and no modifier is
 * held; Escape leaves a control. Space acts when it is let go, so that the dialog it opens does not take the same press
 * for its own button.
 */
export function useLessonKeys(keys: LessonKeys, isOn: boolean): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!isOn) return undefined;
    let isSpaceDown = false;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
      if (!areKeysFree(document.activeElement)) {
        isSpaceDown = false;
        if (event.key === 'Escape' && document.activeElement instanceof HTMLElement && !document.querySelector('dialog[open]')) document.activeElement.blur();
        return;
      }
      const { onNextStep, onMinute, onCommenting, onDistribution } = latest.current;
      switch (event.key) {
        case ' ':
          event.preventDefault(); // would scroll
          isSpaceDown = onNextStep !== undefined && !event.repeat ? true : isSpaceDown;
          return;
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
      const isOurs = isSpaceDown && areKeysFree(document.activeElement);
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
