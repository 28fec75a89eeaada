import { readFileSync } from 'node:fs';
import type { Source } from '../house-rules/source.ts';
import { findProblems, itemsFile, pageFile, parseItems } from './items.ts';
import { writePage } from './page.ts';
import { readTitles } from './titles.ts';

/** Returns the page generated from the sources, and the problems with the items or the current page. */
export function judgeCoverage(sources: readonly Source[]): { page: string; problems: string[]; count: number } {
  const items = parseItems(readFileSync(itemsFile, 'utf8'));
  const titles = readTitles(sources);
  return { page: writePage(items, titles), problems: findProblems(items, titles), count: items.length };
}

/** Returns a problem if the page differs from the one generated from the sources. */
export const judgePage = (page: string): string[] =>
  readFileSync(pageFile, 'utf8') === page ? [] : ['docs/coverage.md is not current. Run: npm run coverage'];
