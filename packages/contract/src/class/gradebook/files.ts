import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage } from '../../core/fields.ts';
import { oneFile } from '../../core/taken-files.ts';
import { gradeBookFilters, gradesReversed, hasGradesInOrder } from './calls.ts';
import {
  GRADE_CONFLICT_CHOICES,
  GRADE_FILE_EXTRAS,
  GRADE_FILE_FORMATS,
  GRADE_FILE_LIMITS,
  GRADE_FILE_SEPARATORS,
  type GradeFileExtra,
} from './files-limits.ts';
import { asMessage } from '../../messages/translate.ts';

const Id = z.number().int();
/** Points, EX for excused, null for nothing. */
const CellValue = z.union([z.number(), z.literal('EX'), z.null()]);
const Instant = z.string();

/** A place in the file that cannot be a grade, a student or an item, with a way to fix it. */
const GradeFileProblem = z.object({
  /** The row number of the sheet. Null: about a whole column. */
  row: Id.nullable(),
  /** The column, such as "C". Null: about a whole row. */
  column: z.string().nullable(),
  code: z.string(),
  /** The content of the cell, cut short. */
  value: z.string(),
  message: z.string(),
});
export type GradeFileProblem = z.infer<typeof GradeFileProblem>;

const GradeFileWord = z.object({
  word: z.string(),
  /** `nothing`: the cell counts as empty, and an existing grade is kept. */
  means: z.enum(['nothing', 'EX']),
  /** The number of cells. */
  count: Id,
});
export type GradeFileWord = z.infer<typeof GradeFileWord>;

const GradeFileConflict = z.object({
  account_id: Id,
  course_work_id: Id,
  student: z.string(),
  title: z.string(),
  /** The value when the file was made. */
  before: CellValue,
  /** The current value. */
  theirs: CellValue,
  /** The value in the file. */
  ours: CellValue,
  changed_by: z.string().nullable(),
  changed_at: Instant.nullable(),
  /** False when the file still has the value that it was made with, so that only others changed the cell. */
  is_changed_in_file: z.boolean(),
});
export type GradeFileConflict = z.infer<typeof GradeFileConflict>;

const GradeImportView = z.object({
  import_id: Id,
  course_id: Id,
  file_name: z.string(),
  /**
   * The time of the export that the file comes from. Null: unknown, so changes by others since then are unknown too.
   */
  as_of: Instant.nullable(),
  student_count: Id,
  item_count: Id,
  change_count: Id,
  /** The first changes, in columns, by student in the order of the file. */
  changes: z.object({
    account_id: z.array(Id),
    course_work_id: z.array(Id),
    student: z.array(z.string()),
    title: z.array(z.string()),
    old: z.array(CellValue),
    new: z.array(CellValue),
  }),
  conflict_count: Id,
  /** The number of conflicts that somebody changed in the file too. */
  changed_conflict_count: Id,
  conflicts: z.array(GradeFileConflict),
  /** Words in place of grades, and the value each is read as. */
  words: z.array(GradeFileWord),
  problem_count: Id,
  problems: z.array(GradeFileProblem),
  message: z.string(),
});
export type GradeImportView = z.infer<typeof GradeImportView>;

const { columns: _, items: __, ...shownFilters } = gradeBookFilters;

export const gradeBookExport = endpoint({
  name: 'gradeBook.export',
  cost: 10,
  method: 'GET',
  path: '/grade-book/export',
  access: { resource: 'submissions', action: 'view' },
  confirmed: true,
  summary: 'The gradebook of a class as .xlsx or CSV: students, figures and grades, of what the filters show or of everything; for its staff',
  query: z
    .object({
      ...shownFilters,
      format: z.enum(GRADE_FILE_FORMATS, { error: packMessage('gradeFiles.formatWrong') }).default('xlsx'),
      /** The separator, for CSV only. A semicolon uses the decimal comma. */
      separator: z.enum(GRADE_FILE_SEPARATORS, { error: packMessage('gradeFiles.separatorWrong') }).default('comma'),
      /** `all` ignores the filters, but the marking periods still name the columns of figures. */
      scope: z.enum(['shown', 'all'], { error: packMessage('gradeFiles.scopeWrong') }).default('all'),
      /**
       * `archived,left,notes`: archived work too, which counts in no figure; students who left, marked in a column at
       * the end; private notes, in columns after those of all items, for each that has any.
       */
      with: z
        .string({ error: packMessage('gradeFiles.withWrong') })
        .default('')
        .transform((text) => text.split(',').filter((word) => word !== ''))
        .refine((words): words is GradeFileExtra[] => words.every((word) => GRADE_FILE_EXTRAS.some((extra) => extra === word)), {
          error: packMessage('gradeFiles.withWrong'),
        }),
    })
    .refine(hasGradesInOrder, gradesReversed),
  response: z.object({}),
  download: 'application/octet-stream',
  acceptsHandOff: true,
  readOnly: true,
  errors: ['HAND_OFF_REFUSED'],
});

const mayGrade = { resource: 'submissions', action: 'edit' } as const;

export const gradeBookImport = endpoint({
  name: 'gradeBook.import',
  cost: 20,
  method: 'POST',
  path: '/grade-book/import',
  access: mayGrade,
  summary: 'The effect of a file of grades (.xlsx or CSV) on a class, its errors, and the changes by others since it was exported; nothing happens yet',
  files: oneFile({ bytes: GRADE_FILE_LIMITS.maxFileBytes, required: 'import.file.required' }),
  body: z.object({ class: id(asMessage('topic.field.course')) }),
  response: GradeImportView,
  errors: ['CLASS_ARCHIVED'],
  successStatus: 201,
  ownTransaction: true,
});

export const gradeBookImportApply = endpoint({
  name: 'gradeBook.import.apply',
  cost: 20,
  method: 'POST',
  path: '/grade-book/import/:id/apply',
  access: mayGrade,
  summary: 'Imports the grades that the preview of a file showed, as one act that can be undone: all of it or nothing',
  params: z.object({ id: id(asMessage('import.field.import')) }),
  body: z.object({
    /** True to import the valid part even if some of the file is wrong. */
    partial: flag(asMessage('gradeFiles.partial')).default(false),
    conflicts: z.enum(GRADE_CONFLICT_CHOICES, { error: packMessage('gradeFiles.conflictsWrong') }).default('keep'),
  }),
  response: z.object({
    /** The id of the act. Null: there was nothing to change. */
    act_id: Id.nullable(),
    change_count: Id,
    /** The number of conflicts that were left unchanged. */
    kept_count: Id,
    message: z.string(),
  }),
  errors: ['GRADE_FILE_REFUSED', 'IMPORT_NOT_PREVIEW', 'GRADE_CHANGED', 'CLASS_ARCHIVED'],
});
