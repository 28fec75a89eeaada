import { copyFile, stat, truncate } from 'node:fs/promises';

export const logLimitBytes = 10 * 1024 * 1024;

/** PostgreSQL appends to the file it was given, so what it has written is copied and the file emptied. */
export async function shortenLog(logFile: string, limitBytes = logLimitBytes): Promise<void> {
  if ((await stat(logFile)).size <= limitBytes) return;
  await copyFile(logFile, `${logFile}.1`);
  await truncate(logFile);
}
