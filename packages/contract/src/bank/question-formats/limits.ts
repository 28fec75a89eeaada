/** The limits of one file of questions. Without validators, so that screens can import them too. */
export const QUESTION_IMPORT_LIMITS = { maxFileBytes: 25 * 1024 * 1024, maxQuestions: 20_000 } as const;
export const QUESTION_FORMATS = ['xlsx', 'gift', 'moodle', 'aiken', 'qti'] as const;
export const QUESTION_EXPORT_FORMATS = ['xlsx', 'gift', 'qti3'] as const;
export type QuestionExportFormat = (typeof QUESTION_EXPORT_FORMATS)[number];
