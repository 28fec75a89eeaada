import { readFileSync } from 'node:fs';
import type { Source } from '../house-rules/source.ts';
import { findProblems, type Item, itemsFile, parseItems } from './items.ts';
import { readTitles, type Title } from './titles.ts';

/** Returns the items, the titles of all tests, and where they do not agree. */
export function judgeCoverage(sources: readonly Source[]): { items: Item[]; titles: Title[]; problems: string[] } {
  const items = parseItems(readFileSync(itemsFile, 'utf8'));
  const titles = readTitles(sources);
  return { items, titles, problems: findProblems(items, titles) };
}
