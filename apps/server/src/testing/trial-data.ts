import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readTestSettings } from '../platform/config.ts';

/** Real data for trials, in the folder that TRIAL_DATA names. Without it there are no files and no lines, and tests skip. */
const folder = readTestSettings().trialData;

/** Every file below a path of that folder, by its name there. */
export function trialFiles(path: string): string[] {
  if (folder === null || !existsSync(join(folder, path))) return [];
  return readdirSync(join(folder, path)).flatMap((name) => {
    const file = `${path}/${name}`;
    return statSync(join(folder, file)).isDirectory() ? trialFiles(file) : [file];
  });
}

export const readTrialFile = (file: string): Buffer => readFileSync(join(String(folder), file));

/** At most so many, the first one of them and others spread over all. */
export const spread = <T>(items: readonly T[], most: number): T[] => items.filter((_, index) => index % Math.ceil(items.length / most) === 0);

/** The objects of a file with one in each line. */
export function trialLines<Line>(file: string): Line[] {
  if (folder === null || !existsSync(join(folder, file))) return [];
  const lines = readTrialFile(file).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}
