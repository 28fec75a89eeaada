import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';

/**
 * Makes a folder a separate small disk until the test ends, read-only if asked. Returns false when this user may not.
 */
export function mountSmallDisk(folder: string, megabytes: number, { isReadOnly = false } = {}): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755${isReadOnly ? ',ro' : ''}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return false;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' }));
  return true;
}
