import type { Form } from '@classwright/contract/lesson/live/forms';

/** Returns the form's name for sentences, without line breaks. */
export const formName = (form: Form): string => form.replaceAll(' ', '\u00a0');
