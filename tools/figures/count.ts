// Counts files and lines. Pure: files come in as text, figures go out.
import { parseSync } from 'vite';

/** A file of the repository with its text. */
export interface TextFile {
  /** The path from the repository's root, with forward slashes. */
  path: string;
  text: string;
}

/** The kinds that every file is sorted into. Product code is code that runs for people, and the tools. */
export type Kind = 'product' | 'messages' | 'tests' | 'styles' | 'migrations' | 'generated';

const CODE = /\.(?:tsx?|mts|mjs)$/;
const IN_REPOSITORY = /^(?:apps|packages|tools|e2e)\//;

/** Returns the kind of a file, or null for what is not counted: pages, pictures, packages, data. */
export function kindOf(path: string): Kind | null {
  if (/\.gen\.(?:ts|json)$|^apps\/server\/migrations\/schema\.txt$|^docs\/(?:figures|other-schools)\.md$/.test(path)) return 'generated';
  if (!IN_REPOSITORY.test(path)) return null;
  if (path.endsWith('.css')) return 'styles';
  if (path.endsWith('.sql')) return 'migrations';
  if (/^packages\/contract\/src\/languages\/[^/]+\.json$/.test(path)) return 'messages';
  if (!CODE.test(path)) return null;
  if (/\.(?:test|journey|bench|attack)\.tsx?$|\/testing\/|^e2e\/|^tools\/(?:bench|faults)\//.test(path)) return 'tests';
  return /^packages\/contract\/src\/(?:[^/]+\/[^/]+\/)?messages(?:\/|\.ts$)/.test(path) ? 'messages' : 'product';
}

/** Returns the part of the product that a path is in, such as `server` or `contract`. */
export const partOf = (path: string): string => /^(?:apps|packages)\/([^/]+)/.exec(path)?.[1] ?? 'tools';

/** Counts the lines of a text. A last line without a line break counts. */
export const countLines = (text: string): number => (text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0));

/** Returns the lines that hold code, trimmed: without comments and blank lines. Throws when the file cannot be parsed. */
export function listCodeLines({ path, text }: TextFile): string[] {
  let rest = text;
  if (path.endsWith('.css') || path.endsWith('.sql')) rest = text.replaceAll(path.endsWith('.css') ? /\/\*[^]*?\*\//g : /--[^\n]*/g, '');
  else if (CODE.test(path)) {
    const { comments, errors } = parseSync(path, text);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
    for (const { start, end } of comments.toReversed()) rest = rest.slice(0, start) + rest.slice(end);
  }
  return rest
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '{}');
}

/** The spread of a set of numbers. `largest` is 0 for an empty set. */
export interface Spread {
  median: number;
  p90: number;
  p99: number;
  largest: number;
}

/** Returns the smallest number that at least half, 90% and 99% of the numbers do not exceed, and the largest one. */
export function computeSpread(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { median: at(0.5), p90: at(0.9), p99: at(0.99), largest: sorted.at(-1) ?? 0 };
}

/** The lines of code that occur more than once. */
export interface Repeated {
  /** The number of lines that are in a repeated block. */
  lines: number;
  /** The files that hold such lines, most first. */
  files: { path: string; lines: number }[];
}

/**
 * Finds lines that are in a block of `size` lines which occurs at least twice, in one file or in several. Lines are compared
 * as they are written: two blocks that differ in a name are not found. Imports and lines without a letter are left out first.
 */
export function findRepeated(files: readonly { path: string; code: readonly string[] }[], size: number): Repeated {
  const texts = files.map(({ path, code }) => ({
    path,
    lines: code.filter((line) => /[a-z]/i.test(line) && !/^(?:import\b|export (?:\*|\{)|\} from )/.test(line)),
  }));
  const places = new Map<string, number>();
  const blockAt = (lines: readonly string[], at: number): string => lines.slice(at, at + size).join('\n');
  for (const { lines } of texts) for (let at = 0; at + size <= lines.length; at += 1) places.set(blockAt(lines, at), (places.get(blockAt(lines, at)) ?? 0) + 1);
  const found = texts.flatMap(({ path, lines }) => {
    const repeated = new Set<number>();
    for (let at = 0; at + size <= lines.length; at += 1)
      if (places.get(blockAt(lines, at))! > 1) for (let line = at; line < at + size; line += 1) repeated.add(line);
    return repeated.size > 0 ? [{ path, lines: repeated.size }] : [];
  });
  return { lines: found.reduce((sum, { lines }) => sum + lines, 0), files: found.toSorted((a, b) => b.lines - a.lines) };
}

/** The kind of a test by its file's name, as vitest.config.ts has it, or null for a file without tests. */
export function testKindOf(path: string): 'unit' | 'database' | 'DOM' | 'journeys' | null {
  if (path.endsWith('.journey.ts')) return 'journeys';
  if (/\.(?:pg|proof)\.test\.ts$/.test(path)) return 'database';
  if (/\.dom\.test\.tsx?$/.test(path)) return 'DOM';
  return /\.test\.tsx?$/.test(path) ? 'unit' : null;
}
