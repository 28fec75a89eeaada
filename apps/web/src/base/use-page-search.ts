import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { RawSearch } from './search.ts';

type To<S> = S | ((before: S) => S);

/** A link's way to the same page with something else after "?". */
export const searchLink = (search: object) => ({ to: '.', search: search as never, resetScroll: false }) as const;

/**
 * What the address says of the page that is open, parsed by the page's own parser (a constant of its module), and the
 * two ways to change it. Both leave the page scrolled as it is.
 */
export function usePageSearch<S extends object>(
  parse: (raw: RawSearch) => S,
): {
  search: S;
  /** On to a new entry of the history, for what Back closes: a dialog, an archive. */
  push: (to: To<S>) => void;
  /** In place of this entry, for the same page seen otherwise: a filter, an order, a closed dialog. */
  replace: (to: To<S>) => void;
} {
  const raw: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = useCallback(
    (to: To<S>, replace: boolean) => {
      const search = typeof to === 'function' ? (before: RawSearch) => to(parse(before)) : to;
      void navigate({ ...searchLink(search), replace });
    },
    [navigate, parse],
  );
  const push = useCallback((to: To<S>) => go(to, false), [go]);
  const replace = useCallback((to: To<S>) => go(to, true), [go]);
  return { search: parse(raw), push, replace };
}
