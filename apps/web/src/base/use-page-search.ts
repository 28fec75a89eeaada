import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { RawSearch } from './search.ts';

type To<S> = S | ((before: S) => S);

/** Returns the props of a link to the same page with other search parameters. */
export const searchLink = (search: object) => ({ to: '.', search: search as never, resetScroll: false }) as const;

/**
 * Returns the search parameters of the open page, parsed by the page's own parser (a constant of its module), and two
 * functions to change them. Both keep the scroll position.
 */
export function usePageSearch<S extends object>(
  parse: (raw: RawSearch) => S,
): {
  search: S;
  /** Adds an entry to the history, for things that Back closes: a dialog, an archive. */
  push: (to: To<S>) => void;
  /** Replaces this entry, for another view of the same page: a filter, an order, a closed dialog. */
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
