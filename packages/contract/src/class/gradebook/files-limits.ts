/** What a file of grades may hold. Apart from the endpoints, so that screens get it without their validators. */
export const GRADE_FILE_LIMITS = {
  maxFileBytes: 20 * 1024 * 1024,
  /** Columns: those of the students, the figures and the items. */
  mostColumns: 5_100,
  /** Cells that one import may change. */
  mostChanges: 20_000,
  /** Of changes, conflicts and problems a preview tells so many; the others it counts. */
  mostTold: 500,
} as const;

/** What a file of grades may hold beside what counts: archived work, students who left, and what the staff wrote for themselves. */
export const GRADE_FILE_EXTRAS = ['archived', 'left', 'notes'] as const;
export type GradeFileExtra = (typeof GRADE_FILE_EXTRAS)[number];
export const GRADE_FILE_FORMATS = ['xlsx', 'csv'] as const;
export type GradeFileFormat = (typeof GRADE_FILE_FORMATS)[number];
/** `semicolon` goes with the decimal comma. */
export const GRADE_FILE_SEPARATORS = ['comma', 'semicolon'] as const;
export type GradeFileSeparator = (typeof GRADE_FILE_SEPARATORS)[number];

/**
 * What becomes of cells that others changed since the file was made. `keep`: they stay as they are now. `changed`: the
 * file's grade counts where somebody changed it in the file. `all`: it counts everywhere.
 */
export const GRADE_CONFLICT_CHOICES = ['keep', 'changed', 'all'] as const;
export type GradeConflictChoice = (typeof GRADE_CONFLICT_CHOICES)[number];
