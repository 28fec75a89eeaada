/** The keys under which a device stores the lessons of an account. */
export const keptLessonKey = (accountId: number): string => `cw.lesson.${accountId}`;
export const typedKeys = (accountId: number): string => `cw.typed.${accountId}.`;
