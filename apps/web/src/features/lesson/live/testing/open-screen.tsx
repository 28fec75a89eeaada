import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { queryClient } from '../../../../base/query-client.ts';
import { parseLessonSearch } from '../../../../base/search.ts';
import { setScreenWidth } from '../../../../testing/match-media.ts';
import { Snackbar } from '../../../../ui/plain/Snackbar.tsx';
import { TeacherLiveScreen } from '../index.ts';

/** Opens the lesson at its address, with the pages that it links to. */
export async function openScreen({
  address = '/teacher-live-learning?assessment_id=8',
  width = 1280,
  title = 'Simple circuits',
}: {
  address?: string;
  width?: number;
  title?: string;
} = {}) {
  setScreenWidth(width);
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Snackbar />
      </>
    ),
  });
  const lesson = createRoute({
    getParentRoute: () => root,
    path: '/teacher-live-learning',
    validateSearch: parseLessonSearch,
    component: () => <TeacherLiveScreen assessmentId={8} />,
  });
  const assessments = createRoute({ getParentRoute: () => root, path: '/assessments', component: () => <h1>Assessments</h1> });
  const router = createRouter({ routeTree: root.addChildren([lesson, assessments]), history: createMemoryHistory({ initialEntries: [address] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1, name: title }, { timeout: 5_000 });
  return router;
}
