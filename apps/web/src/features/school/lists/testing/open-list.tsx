import type { ReferenceList } from '@classwright/contract/core/reference-list';
import type { ListRoute } from '@classwright/contract/lists/routes';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { queryClient } from '../../../../base/query-client.ts';
import { parseListSearch } from '../search.ts';
import { signIn } from '../../../../base/session.ts';
import { setScreenWidth } from '../../../../testing/match-media.ts';
import { pageAt } from '../../../../testing/page-at.tsx';
import { person } from '../../../../testing/people.ts';
import { success, type Reply } from '../../../../testing/scripted-fetch.ts';
import { Snackbar } from '../../../../ui/plain/Snackbar.tsx';
import { ReferenceListScreen } from '../index.ts';

export const ALL = ['view', 'create', 'edit', 'delete'] as const;

/** Opens a list at its address as a person with the given rights. */
export function openList(
  list: ReferenceList,
  { search = '', may = ALL, width = 1280, reachesAll = true }: { search?: string; may?: readonly string[]; width?: number; reachesAll?: boolean } = {},
) {
  setScreenWidth(width);
  queryClient.clear();
  signIn('token', person({ user_type: 'Admin', reaches_all: reachesAll, rights: may.map((action) => `${list.resource}:${action}`) }));
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Snackbar />
      </>
    ),
  });
  const route = createRoute({
    getParentRoute: () => root,
    path: `/${list.route}`,
    validateSearch: parseListSearch,
    component: pageAt(`/${list.route}` as '/home', () => <ReferenceListScreen route={list.route as ListRoute} />),
  });
  const home = createRoute({ getParentRoute: () => root, path: '/home', component: () => <h1>Home</h1> });
  const router = createRouter({
    routeTree: root.addChildren([route, home]),
    history: createMemoryHistory({ initialEntries: [`/${list.route}${search}`] }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}

type RowValues = Record<string, unknown> & { id: number };

/** Returns a row with a value in every field of the definition. */
export function makeRow({ fields }: ReferenceList, id: number): RowValues {
  const values = Object.entries(fields).flatMap(([name, { kind, reference, offers }]): [string, unknown][] => {
    const shown = reference && [
      [reference.as, kind === 'references' ? [{ id: 5, name: `Rowan ${id}` }] : `${reference.as} ${id}`],
      ...Object.keys(reference.beside).map((key) => [key, `${key} ${id}`]),
    ];
    const value = {
      text: `${name} ${id}`,
      longText: `${name} ${id}`,
      number: id,
      flag: id % 2 === 1,
      date: name.startsWith('end') ? '2027-06-21' : '2027-01-11',
      time: name.startsWith('end') ? '13:05' : '08:05',
      colour: offers?.[0],
      style: offers?.[1],
      reference: 5,
      references: [5],
      fixed: null,
    }[kind];
    return [[name, value], ...((shown ?? []) as [string, unknown][])];
  });
  return { id, ...Object.fromEntries(values), created_at: '2026-11-20T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' };
}

/** Returns a page of a list as the server sends it. */
export const pageOf = (data: readonly object[], pagination: object = {}): Reply =>
  success({
    data,
    pagination: { total: data.length, per_page: 25, current_page: 1, last_page: 1, from: data.length > 0 ? 1 : null, to: data.length || null, ...pagination },
  });
