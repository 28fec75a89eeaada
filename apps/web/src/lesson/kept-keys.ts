/** Under which keys a device keeps what belongs to one account's lessons. */
export const keptLessonKey = (accountId: number): string => `cw.lesson.${accountId}`;
export const typedKeys = (accountId: number): string => `cw.typed.${accountId}.`;
