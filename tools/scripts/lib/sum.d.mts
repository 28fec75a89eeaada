interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
interface Part {
  name: string;
  counts: Counts;
  seconds: number;
  /** The number of shares of which one ran, on a slow machine. */
  of?: number;
  files: { file: string; ms: number }[];
  failures: string[];
  unsteady: { file: string; failures: string[] }[];
}
export const UNSTEADY_LIMIT: number;
export const SLOW_UNSTEADY_LIMIT: number;
export function inWords(counts: Counts): string;
export function addUp(results: Record<string, Part[] | null>): { lines: string[]; counts: Counts };
