/**
 * Focuses the first field with an error after a refused save; if a field has several controls, the first. Fields mark
 * an error by `aria-invalid`, groups that cannot do so by `data-fault`. Call it from an effect: a field that is still
 * disabled takes no focus. Returns false if no field has an error.
 */
export function focusFault(form: Element | null | undefined): boolean {
  const faulty = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]');
  const field = faulty?.matches('[role="radiogroup"], [data-fault]') ? faulty.querySelector<HTMLElement>('input:not([hidden]), button') : faulty;
  field?.focus();
  return Boolean(field);
}
