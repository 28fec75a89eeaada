/** The three forms of a lesson, exactly as on the wire, and their keys in responses that are objects by form. */
export { FORM_KEYS, FORMS, type Form, type FormKey } from '@classwright/rules/live/forms';
