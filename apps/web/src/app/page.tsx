import { type AnyRoute, createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUser } from '../base/use-user.ts';
import { NotFound } from '../ui/plain/NotFound.tsx';

type Screen = ((props: object) => ReactNode) & { fetchAhead?: () => void };

interface Page<Search> {
  /**
   * The screen, mostly a `lazyScreen`: its code is fetched when the pointer reaches a link to it, or when it opens.
   */
  screen: Screen;
  /** The required right. People without it find no page here. The server checks as well. */
  right?: string;
  /** The screen for people without the right; by default, that there is no page. */
  otherwise?: Screen;
  /** The type of the search parameters, for links to the page. The screen itself parses them (`usePageSearch`). */
  search?: (raw: Search) => Search;
  /** Runs before the page opens. Throws a redirect to open another one. */
  before?: (to: { href: string; search: object }) => void;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    right?: string | undefined;
  }
}

/** The type for `search`: `by<AuditSearch>()`. It is only a type, so that the first load contains no parser. */
export const by =
  <Search extends object>() =>
  (raw: Search): Search =>
    raw;

/** Shows the screen only to people who have the right, and another one to everyone else. */
export function guarded(right: string | undefined, Screen: Screen, Otherwise: Screen = NotFound): () => ReactNode {
  if (right === undefined) return () => <Screen />;
  return function Guarded() {
    return useUser().rights.includes(right) ? <Screen /> : <Otherwise />;
  };
}

/** Declares a page: its address below a layout, the required right, its search parameters, and its screen. */
export function page<Parent extends AnyRoute, const Path extends string, Search extends object = object>(
  layout: Parent,
  path: Path,
  { screen, right, otherwise, search = by<Search>(), before }: Page<Search>,
) {
  return createRoute({
    getParentRoute: () => layout,
    path,
    staticData: { right },
    validateSearch: search,
    beforeLoad: ({ location }) => before?.(location),
    loader: () => screen.fetchAhead?.(),
    component: guarded(right, screen, otherwise),
  });
}
