import { useCallback, useRef, type RefObject } from 'react';

/** After a refused save: the focus goes to the first field with a fault, once it says so. Fields say so by `aria-invalid`. */
export function useFaultFocus(): { form: RefObject<HTMLFormElement | null>; focusFault: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const focusFault = useCallback(() => {
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }, []);
  return { form, focusFault };
}
