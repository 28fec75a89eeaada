import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readTestSettings } from '../platform/config.ts';

/**
 * The folder of real data for trials, named by TRIAL_DATA. Without it there are no files and no lines, and tests skip.
 */
const folder = readTestSettings().trialData;

/** Lists every file below a path in that folder, by its name there. */
export function trialFiles(path: string): string[] {
  if (folder === null || !existsSync(join(folder, path))) return [];
  return readdirSync(join(folder, path)).flatMap((name) => {
    const file = `${path}/${name}`;
    return statSync(join(folder, file)).isDirectory() ? trialFiles(file) : [file];
  });
}

export const readTrialFile = (file: string): Buffer => readFileSync(join(String(folder), file));

/** Returns at most `most` items, the first one and others spread over all. */
export const spread = <T>(items: readonly T[], most: number): T[] => items.filter((_, index) => index % Math.ceil(items.length / most) === 0);

/** Reads a file with one object per line. */
export function trialLines<Line>(file: string): Line[] {
  if (folder === null || !existsSync(join(folder, file))) return [];
  const lines = readTrialFile(file).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}
