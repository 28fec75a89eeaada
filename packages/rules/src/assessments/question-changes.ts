/** The fields of a response that decide about an edit inside the assessment form. `description` as plain text. */
export interface ComparedResponse {
  title: string;
  description: string;
  /** The response's points; null: none. */
  sub_grade: number | null;
  is_valid: boolean | null;
}

/**
 * Returns true when a question that was edited inside the assessment form becomes a new question: title, description or
 * points of a response changed, responses were added or removed, or others are right. Otherwise it remains the same
 * question. Source: document 2, section 4, Assessment status.
 */
export function areResponsesChanged(before: readonly ComparedResponse[], after: readonly ComparedResponse[]): boolean {
  return before.length !== after.length || before.some((response, index) => !isSame(response, after[index] as ComparedResponse));
}

const isSame = (a: ComparedResponse, b: ComparedResponse): boolean =>
  a.title.trim() === b.title.trim() &&
  a.description.trim() === b.description.trim() &&
  a.sub_grade === b.sub_grade &&
  (a.is_valid ?? false) === (b.is_valid ?? false);
