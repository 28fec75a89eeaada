/** The limits of a grade file. In a file separate from the endpoints, so that screens get them without validators. */
export const GRADE_FILE_LIMITS = {
  maxFileBytes: 20 * 1024 * 1024,
  /** The columns: those of the students, the figures and the items. */
  mostColumns: 5_100,
  /** The maximum number of cells that one import may change. */
  mostChanges: 20_000,
  /** The maximum number of changes, conflicts and problems listed in a preview. Others are counted. */
  mostTold: 500,
} as const;

/** The optional parts of a grade file: archived work, students who left, and private notes of the staff. */
export const GRADE_FILE_EXTRAS = ['archived', 'left', 'notes'] as const;
export type GradeFileExtra = (typeof GRADE_FILE_EXTRAS)[number];
export const GRADE_FILE_FORMATS = ['xlsx', 'csv'] as const;
export type GradeFileFormat = (typeof GRADE_FILE_FORMATS)[number];
/** The separators of a CSV file. `semicolon` uses the decimal comma. */
export const GRADE_FILE_SEPARATORS = ['comma', 'semicolon'] as const;
export type GradeFileSeparator = (typeof GRADE_FILE_SEPARATORS)[number];

/**
 * The choices for cells that others changed since the file was made. `keep`: they do not change. `changed`: the file's
 * grade counts where somebody changed it in the file. `all`: it counts everywhere.
 */
export const GRADE_CONFLICT_CHOICES = ['keep', 'changed', 'all'] as const;
export type GradeConflictChoice = (typeof GRADE_CONFLICT_CHOICES)[number];
