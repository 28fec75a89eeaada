import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** Makes a folder a small disk of its own until the test is over, one that nothing can be written to where it says so; false where this user may not. */
export function mountSmallDisk(folder: string, megabytes: number, { isReadOnly = false } = {}): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755${isReadOnly ? ',ro' : ''}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return false;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' }));
  return true;
}
