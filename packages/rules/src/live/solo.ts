import { computeQuestionPosition, type Form, FORMS } from './forms.ts';

/** The state of a missed lesson that a student does alone, from the forms that the lesson asked and those answered alone. */
export interface SoloState {
  /** The form to answer now. Null: all are answered. */
  open: Form | null;
  /** The questions (1, 2) whose right responses the student may know: each once all of its forms are answered. */
  known: readonly (1 | 2)[];
  /** True once the student has answered Form - 1A and may read the reasons of classmates. */
  readsReasons: boolean;
}

/**
 * Returns the state of a solo lesson (LIVE-121): the forms in the lesson's order, each once, the reasons of classmates
 * after the own answer, and nothing about right or wrong before a question's last form is answered.
 */
export function computeSolo(asked: readonly Form[], answered: readonly Form[]): SoloState {
  const inOrder = FORMS.filter((form) => asked.includes(form));
  const open = inOrder.find((form) => !answered.includes(form)) ?? null;
  const isDone = (position: 1 | 2): boolean => {
    const forms = inOrder.filter((form) => computeQuestionPosition(form) === position);
    return forms.length > 0 && forms.every((form) => answered.includes(form));
  };
  return { open, known: ([1, 2] as const).filter(isDone), readsReasons: answered.includes('Form - 1A') };
}

export type SoloDecision = { ok: true; outcome: 'accepted' | 'repeated' } | { ok: false; refused: 'STEP_NOT_ALLOWED' | 'ALREADY_ANSWERED' };

/** Decides about an answer of a solo lesson (LIVE-122). `given`: the response that was chosen in that form, or null. */
export function decideSoloAnswer({ open }: SoloState, form: Form, given: number | null, responseId: number): SoloDecision {
  if (given !== null) return given === responseId ? { ok: true, outcome: 'repeated' } : { ok: false, refused: 'ALREADY_ANSWERED' };
  return form === open ? { ok: true, outcome: 'accepted' } : { ok: false, refused: 'STEP_NOT_ALLOWED' };
}

/** The number of reasons of classmates that a solo lesson shows for each response. */
export const REASONS_PER_RESPONSE = 3;
