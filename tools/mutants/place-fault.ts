import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRunning } from '../scripts/lib/run.mjs';
import { type Fault, placeFault } from './list-faults.ts';

interface Kept {
  /** The process that placed the fault. */
  pid: number;
  path: string;
  text: string;
}

/**
 * Places faults in the files of a folder, one at a time. The original is first written to `kept`, so that even after a
 * power cut the next start restores it.
 */
export class Place {
  readonly #root: string;
  readonly #kept: string;
  #restore: (() => void) | null = null;

  constructor(root: string, kept: string = join(root, 'node_modules', '.cache', 'mutants.json')) {
    this.#root = root;
    this.#kept = kept;
  }

  /** Restores the file that a run left behind which was killed. Returns its path, or null when there is none. @throws while another run is under way. */
  restoreLeftover(): string | null {
    if (!existsSync(this.#kept)) return null;
    const { pid, path, text } = JSON.parse(readFileSync(this.#kept, 'utf8')) as Kept;
    if (pid !== process.pid && isRunning(pid)) throw new Error('Another run places faults in this folder. Wait until it has ended.');
    writeFileSync(join(this.#root, path), text);
    rmSync(this.#kept);
    return path;
  }

  /** Places the fault. @throws when the file does not hold the text that the fault replaces. */
  place(fault: Fault): void {
    this.restore();
    const file = join(this.#root, fault.path);
    const text = readFileSync(file, 'utf8');
    if (text.slice(fault.start, fault.end) !== fault.before) throw new Error(`${fault.path} has changed since the faults were chosen.`);
    const { atime, mtime } = statSync(file);
    mkdirSync(dirname(this.#kept), { recursive: true });
    writeFileSync(this.#kept, JSON.stringify({ pid: process.pid, path: fault.path, text } satisfies Kept));
    this.#restore = () => {
      writeFileSync(file, text);
      utimesSync(file, atime, mtime);
      rmSync(this.#kept, { force: true });
    };
    writeFileSync(file, placeFault(text, fault));
  }

  /** Restores the file, with the time of its last change. Does nothing when no fault is placed. */
  restore(): void {
    this.#restore?.();
    this.#restore = null;
  }
}
