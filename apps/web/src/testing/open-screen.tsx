import './dialog.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { queryClient } from '../base/query-client.ts';
import { signIn, signOut } from '../base/session.ts';
import { closeSnack } from '../base/snackbar.ts';
import { Snackbar } from '../ui/plain/Snackbar.tsx';
import { setScreenWidth } from './match-media.ts';
import { pageAt } from './page-at.tsx';
import { person } from './people.ts';
import { success, type Reply } from './scripted-fetch.ts';

interface OpenScreen {
  /** The address with everything before "?", such as /accounts. */
  address: string;
  /** The page's path if it has parameters, such as /class-people/$id. */
  path?: string;
  rights?: readonly string[];
  width?: number;
  /** False when nobody is signed in. */
  signedIn?: boolean;
}

/**
 * Opens one screen at its address, as its page is declared, for a person with these rights. Every other address shows
 * its own path as a heading.
 */
export function openScreen(
  Screen: (props: object) => ReactNode,
  { address, path = address.split(/[?#]/)[0]!, rights = [], width = 1280, signedIn = true }: OpenScreen,
) {
  setScreenWidth(width);
  queryClient.clear();
  if (signedIn) signIn('token', person({ rights: [...rights] }));
  else signOut();
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Snackbar />
      </>
    ),
  });
  const route = createRoute({ getParentRoute: () => root, path: path as '/home', component: pageAt(path, Screen) });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <h1>{router.state.location.pathname}</h1> });
  const router = createRouter({ routeTree: root.addChildren([route, elsewhere]), history: createMemoryHistory({ initialEntries: [address] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}

/** For beforeEach: stubs scrolling. */
export const readyForScreen = (): void => void vi.stubGlobal('scrollTo', () => undefined);

/** For afterEach: closes the screen. */
export function closeScreen(): void {
  cleanup();
  closeSnack();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

/** A page of a list as the server sends it. */
export const pageOf = (data: readonly object[], pagination: object = {}): Reply =>
  success({
    data,
    pagination: { total: data.length, per_page: 25, current_page: 1, last_page: 1, from: data.length > 0 ? 1 : null, to: data.length || null, ...pagination },
  });
