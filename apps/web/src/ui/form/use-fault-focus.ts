import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { focusFault as focusFaultOf } from '../plain/focus-fault.ts';

/**
 * After a refused save, moves the focus to the first field with an error, once the error is shown and the field is
 * editable again.
 */
export function useFaultFocus<Host extends HTMLElement = HTMLFormElement>(): { form: RefObject<Host | null>; focusFault: () => void } {
  const form = useRef<Host>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) focusFaultOf(form.current);
  }, [refusals]);
  return { form, focusFault: useCallback(() => setRefusals((count) => count + 1), []) };
}
