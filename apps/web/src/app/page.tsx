import { type AnyRoute, createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUser } from '../base/use-user.ts';
import { NotFound } from '../ui/plain/NotFound.tsx';

type Screen = ((props: object) => ReactNode) & { fetchAhead?: () => void };

interface Page<Search> {
  /** The screen, mostly a `lazyScreen`: its part of the program is fetched when a link to it is pointed at, or when it opens. */
  screen: Screen;
  /** Who lacks it finds no page here. The server judges all the same. */
  right?: string;
  /** What they find in its place; unless said, that there is no page. */
  otherwise?: Screen;
  /** What stands after "?", for those who link here; the screen itself parses it (`usePageSearch`). */
  search?: (raw: Search) => Search;
  /** Before the page opens; throws a redirect where another one is meant. */
  before?: (to: { href: string; search: object }) => void;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    right?: string | undefined;
  }
}

/** For `search`: `by<AuditSearch>()`. A type and no more, so that the first load carries no parser. */
export const by =
  <Search extends object>() =>
  (raw: Search): Search =>
    raw;

/** The screen, for those alone who have the right; for others what stands in its place. */
export function guarded(right: string | undefined, Screen: Screen, Otherwise: Screen = NotFound): () => ReactNode {
  if (right === undefined) return () => <Screen />;
  return function Guarded() {
    return useUser().rights.includes(right) ? <Screen /> : <Otherwise />;
  };
}

/** A page, said once: its address below a layout, who may see it, what its address says, and its screen. */
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
