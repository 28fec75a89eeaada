import { monotonicMs } from './clock.ts';

/** The place where progress is shown, such as the standard output. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface Progress {
  /** Shows how far a work is: a share from 0 to 1. Another title begins another work. */
  show(title: string, share: number): void;
  /** Ends the display of a work: a bar is full, and what is printed next has a line of its own. */
  end(): void;
  /** Ends the display of a bar where it is, and prints a sentence below it. */
  say(sentence: string): void;
}

const WIDTH = 30;
/** A bar moves at most ten times a second, and a line comes at most each three seconds. */
const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 3_000;

/**
 * Returns a display of long works: a bar that grows on a terminal, and plain lines elsewhere. Work that ends within three
 * seconds writes no line. `now` returns milliseconds that only grow.
 */
export function createProgress(output: ProgressOutput, now: () => number = monotonicMs): Progress {
  let current: { title: string; percent: number; atMs: number } | null = null;
  const endBar = (): void => {
    if (current !== null && output.isTTY === true) output.write('\n');
    current = null;
  };
  function show(title: string, share: number): void {
    const percent = Math.floor(Math.min(1, Math.max(0, share)) * 100);
    const isNew = current?.title !== title;
    if (isNew) {
      endBar();
      current = { title, percent: -1, atMs: output.isTTY === true ? -Infinity : now() };
    }
    const shown = current!;
    if (percent <= shown.percent) return;
    const isDue = now() - shown.atMs >= (output.isTTY === true ? BAR_EVERY_MS : LINE_EVERY_MS);
    if (!isDue && !(percent === 100 && output.isTTY === true)) return;
    current = { title, percent, atMs: now() };
    if (output.isTTY === true) {
      const done = Math.round((percent / 100) * WIDTH);
      output.write(`\r${title} [${'#'.repeat(done).padEnd(WIDTH, '-')}] ${String(percent).padStart(3)}%`);
    } else output.write(`${title}: ${percent}%\n`);
  }
  return {
    show,
    end() {
      if (current !== null && output.isTTY === true) show(current.title, 1);
      endBar();
    },
    say(sentence) {
      endBar();
      output.write(`${sentence}\n`);
    },
  };
}
