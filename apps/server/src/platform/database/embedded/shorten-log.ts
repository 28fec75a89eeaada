import { copyFile, stat, truncate } from 'node:fs/promises';

export const logLimitBytes = 10 * 1024 * 1024;

/** Shortens the log by copying and then emptying it, because PostgreSQL keeps appending to the same file. */
export async function shortenLog(logFile: string, limitBytes = logLimitBytes): Promise<void> {
  if ((await stat(logFile)).size <= limitBytes) return;
  await copyFile(logFile, `${logFile}.1`);
  await truncate(logFile);
}
