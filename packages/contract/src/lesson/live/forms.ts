/** The three forms of a lesson, exactly as they go over the wire, and their keys in answers that are objects by form. */
export { FORM_KEYS, FORMS, type Form, type FormKey } from '@classwright/rules/live/forms';
