import type { Form } from '@classwright/contract/lesson/live/forms';

/** The form's name as it stands in sentences: it never breaks at its dash. */
export const formName = (form: Form): string => form.replaceAll(' ', '\u00a0');
