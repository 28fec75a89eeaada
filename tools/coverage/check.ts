import { readFileSync } from 'node:fs';
import type { Source } from '../house-rules/source.ts';
import { findProblems, itemsFile, pageFile, parseItems } from './items.ts';
import { writePage } from './page.ts';
import { readTitles } from './titles.ts';

/** The page as the sources make it, and what is wrong: with the items, or with the page as it stands. */
export function judgeCoverage(sources: readonly Source[]): { page: string; problems: string[]; count: number } {
  const items = parseItems(readFileSync(itemsFile, 'utf8'));
  const titles = readTitles(sources);
  return { page: writePage(items, titles), problems: findProblems(items, titles), count: items.length };
}

/** A sentence where the page is not the one that the sources make. */
export const judgePage = (page: string): string[] =>
  readFileSync(pageFile, 'utf8') === page ? [] : ['docs/coverage.md is not current. Run: npm run coverage'];
