/** The three forms of a lesson in their order, exactly as on the wire (LIVE-1). */
export const FORMS = ['Form - 1A', 'Form - 1B', 'Form - 2'] as const;
export type Form = (typeof FORMS)[number];

/** The key of a form in answers that are objects by form. */
export const FORM_KEYS = { 'Form - 1A': 'form_1A', 'Form - 1B': 'form_1B', 'Form - 2': 'form_2' } as const;
export type FormKey = (typeof FORM_KEYS)[Form];

/** Returns the question that a form asks: 1 in Form - 1A and Form - 1B, 2 in Form - 2 (LIVE-2). */
export function computeQuestionPosition(form: Form): 1 | 2 {
  return form === 'Form - 2' ? 2 : 1;
}

/**
 * Returns the forms that ask the same question, in order: revealing what is right in one reveals it in all of them.
 */
export function listFormsOfSameQuestion(form: Form): Form[] {
  return FORMS.filter((other) => computeQuestionPosition(other) === computeQuestionPosition(form));
}
