import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** After a refused save: the focus goes to the first field with a fault, once it says so. Fields say so by `aria-invalid`. */
export function useFaultFocus(): { form: RefObject<HTMLFormElement | null>; focusFault: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  return { form, focusFault: useCallback(() => setRefusals((count) => count + 1), []) };
}
