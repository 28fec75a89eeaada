import type { Tx } from '../../../../platform/database/index.ts';
import { saveClassLink, type Page, type UnitContext } from './context.ts';

/** The maximum delay of Google's lists after a write. */
const LAG_MS = 120_000;

/** The position in a list sorted by newest change: `seen` holds the newest change until its last page. */
export interface Cursor {
  /** Returns the page without a next one, if it reaches changes that the last run has read. */
  upToKnown(context: UnitContext, page: Page): Page;
  /** Updates the newest change with a page, and stores it with the last one. */
  advance(tx: Tx, context: UnitContext, page: { times: readonly (string | null)[]; seen: unknown[]; isLast: boolean }): Promise<void>;
}

/** Creates a cursor. `name`: the fact that stores it; `timeOf`: returns the time of an item's last change. */
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
      if (isLast && newest !== null && context.link.facts[name] !== newest) await saveClassLink(tx, context, { facts: { [name]: newest } });
    },
  };
}
