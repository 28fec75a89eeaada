import { countLines, kindOf, type TextFile } from '../figures/count.ts';
import type { Violation } from './import-rules.ts';

const MAX_LINES = 500;

/** Checks that no file of product code is longer than 500 lines. Generated files and tests are left out. */
export const checkLengths = (files: readonly TextFile[]): Violation[] =>
  files
    .filter(({ path, text }) => kindOf(path) === 'product' && countLines(text) > MAX_LINES)
    .map(({ path, text }) => ({ where: path, problem: `has ${countLines(text)} lines, and may have ${MAX_LINES}: split it by what it is about` }));
