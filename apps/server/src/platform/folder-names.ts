/** Returns a moment as a part of a file name, to the second: 2026-01-31T03-00-00. */
export const toFolderName = (moment: Date): string => moment.toISOString().replaceAll(':', '-').slice(0, 19);
