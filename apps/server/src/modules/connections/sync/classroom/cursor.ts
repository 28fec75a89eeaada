import type { Tx } from '../../../../platform/database/index.ts';
import { keepClass, type Page, type UnitContext } from './context.ts';

/** What Google's lists lag behind what was written. */
const LAG_MS = 120_000;

/** How far a list that comes newest change first was read: `seen` keeps the newest change until its last page. */
export interface Cursor {
  /** The page without those after it, where it reaches what the last run has read. */
  upToKnown(context: UnitContext, page: Page): Page;
  /** Notes the newest change of a page, and with the last one keeps it. */
  advance(tx: Tx, context: UnitContext, page: { times: readonly (string | null)[]; seen: unknown[]; isLast: boolean }): Promise<void>;
}

/** `name`: of the fact that keeps it; `timeOf`: when something was last changed. */
export function createCursor(name: string, timeOf: (item: unknown) => string | null): Cursor {
  return {
    upToKnown(context, page) {
      const kept = context.link.facts[name];
      const oldest = page.items.map(timeOf).at(-1) ?? null;
      const isKnown = typeof kept === 'string' && oldest !== null && Date.parse(oldest) < Date.parse(kept) - LAG_MS;
      return isKnown ? { ...page, next: null } : page;
    },
    async advance(tx, context, { times, seen, isLast }) {
      const known = (seen[0] as string | undefined) ?? null;
      const newest = times.reduce((last, at) => (last === null || (at !== null && at > last) ? at : last), known);
      seen.splice(0, seen.length, ...(newest === null ? [] : [newest]));
      if (isLast && newest !== null && context.link.facts[name] !== newest) await keepClass(tx, context, { facts: { [name]: newest } });
    },
  };
}
