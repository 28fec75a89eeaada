import { showSnack } from '../../../base/snackbar.ts';
import type { GradebookState } from './gradebook-state.ts';
import { t } from '../../../base/t.ts';

/** Gives up an unsaved grade and reports the student, the work and the typed value. */
export function giveUp(grades: GradebookState, itemId: number, studentId: number): void {
  const lost = grades.giveUp(itemId, studentId);
  if (!lost) return;
  const { typed, student, work } = lost;
  showSnack(t('sheet.gaveUp', { grade: typed.trim() || t('sheet.nothing'), student, work }), { color: 'amber', timeout: 10_000 });
}
