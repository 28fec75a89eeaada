import type { gradeActUndo } from '@classwright/contract/class/gradebook/acts';
import type { gradeBookImport, gradeBookImportApply, GradeImportView } from '@classwright/contract/class/gradebook/files';
import type { GradeConflictChoice, GradeFileExtra, GradeFileFormat, GradeFileSeparator } from '@classwright/contract/class/gradebook/files-limits';
import { api } from '../../../../base/api.ts';
import { randomId } from '../../../../base/random-id.ts';

/** The filters of a gradebook, by their names in its address. */
export type ShownFilters = Readonly<Partial<Record<(typeof FILTERS)[number], string | number | readonly (string | number)[] | undefined>>>;
const FILTERS = ['marking_periods', 'date_range', 'grade_status', 'category', 'assignment_status', 'grade_start', 'grade_end'] as const;

export interface ExportChoice {
  format: GradeFileFormat;
  separator: GradeFileSeparator;
  scope: 'shown' | 'all';
  with: readonly GradeFileExtra[];
}

/** Returns the address of the file; marking periods name the columns of figures in every export. */
export function exportPath(courseId: number, filters: ShownFilters, { format, separator, scope, with: extras }: ExportChoice): `/api/${string}` {
  const query = new URLSearchParams({ class: String(courseId), format, scope });
  if (format === 'csv') query.set('separator', separator);
  if (extras.length > 0) query.set('with', extras.join(','));
  for (const name of FILTERS) {
    const value = filters[name];
    const text = typeof value === 'object' ? value.join(',') : String(value ?? '');
    if (text !== '' && (scope === 'shown' || name === 'marking_periods')) query.set(name, text);
  }
  return `/api/grade-book/export?${query}`;
}

const SLOW_MS = 300_000;

export const previewGrades = (courseId: number, file: File, signal: AbortSignal): Promise<GradeImportView> =>
  api<typeof gradeBookImport>('POST', '/grade-book/import', { file, body: { class: courseId }, timeoutMs: SLOW_MS, signal });
export const applyGrades = (id: number, body: { partial: boolean; conflicts: GradeConflictChoice }, idempotencyKey: string) =>
  api<typeof gradeBookImportApply>('POST', '/grade-book/import/:id/apply', { params: { id }, body, timeoutMs: SLOW_MS, idempotencyKey });
export const undoImport = async (actId: number): Promise<string> =>
  (await api<typeof gradeActUndo>('POST', '/grade-book/acts/:id/undo', { params: { id: actId }, timeoutMs: SLOW_MS, idempotencyKey: randomId() })).message;
