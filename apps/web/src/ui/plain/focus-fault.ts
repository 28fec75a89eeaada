/**
 * After a refused save: the first field that is not right has the focus; of several controls in one, the first. Fields say
 * so by `aria-invalid`, groups that cannot by `data-fault`. Call it from an effect: a field that is still disabled takes
 * no focus. Returns false where no field is at fault.
 */
export function focusFault(form: Element | null | undefined): boolean {
  const faulty = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]');
  const field = faulty?.matches('[role="radiogroup"], [data-fault]') ? faulty.querySelector<HTMLElement>('input:not([hidden]), button') : faulty;
  field?.focus();
  return Boolean(field);
}
