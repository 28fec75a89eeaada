import '../../../../testing/dialog.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { useState } from 'react';
import { queryClient } from '../../../../base/query-client.ts';
import { signIn } from '../../../../base/session.ts';
import { setScreenWidth } from '../../../../testing/match-media.ts';
import { person } from '../../../../testing/people.ts';
import { scriptFetch, type SeenCall, success } from '../../../../testing/scripted-fetch.ts';
import { Snackbar } from '../../../../ui/plain/Snackbar.tsx';
import { courseOf } from '../../classes/testing/course.ts';
import { ClassworkScreen, GradeSettingsDialog, StudentWorkScreen, TopicsScreen } from '../index.ts';
import { pageOf, workOf } from './works.ts';

const STAFF = [
  ...['view', 'create', 'edit', 'delete'].flatMap((action) => [`classwork:${action}`, `topics:${action}`]),
  ...['view', 'create', 'edit'].map((action) => `grade-settings:${action}`),
];
export const FORCES = {
  id: 5,
  name: 'Forces',
  description: '',
  external_course_id: 3,
  course_name: 'Physics 9B',
  external_metadata: { courseId: '3', name: 'Forces', topicId: '5', updateTime: '' },
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
export const setting = (more: object = {}) => ({
  setting_id: null,
  courseid: 3,
  course_id: 3,
  calculation_type: 'NO_OVERALL_GRADE',
  show_grade: true,
  exclude_missing: false,
  categories: [],
  updated_at: null,
  ...more,
});
const base = {
  'GET /courses/3': success({ course: courseOf() }),
  'GET /courses/3/course-works': success(pageOf([workOf()])),
  'GET /topics': success({ data: [FORCES] }),
  'GET /grade/settings': success({ setting: setting() }),
  'GET /courses': success({ data: [courseOf()], pagination: pageOf([courseOf()]).pagination }),
};

/** Shows the dialog as the gradebook opens it. */
function Setting({ mayEdit }: { mayEdit: boolean }) {
  const [isOpen, setOpen] = useState(true);
  return isOpen && <GradeSettingsDialog courseId={3} mayEdit={mayEdit} withoutCategory={2} onClose={() => setOpen(false)} onSaved={() => undefined} />;
}

/** Opens a page of classwork with these server answers. Returns the calls that the server gets. */
export function openClasswork(answers: Parameters<typeof scriptFetch>[0], address = '/class-classwork/3', rights = STAFF): SeenCall[] {
  const seen = scriptFetch({ ...base, ...answers });
  setScreenWidth(1280);
  queryClient.clear();
  signIn('token', person({ rights }));
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Snackbar />
      </>
    ),
  });
  const renderWork = ({ workId }: { workId: number }) => <p>Work {workId} is open</p>;
  const pages = [
    createRoute({ getParentRoute: () => root, path: '/class-classwork/$id', component: () => <ClassworkScreen renderWork={renderWork} /> }),
    createRoute({ getParentRoute: () => root, path: '/class-gradebook/$id', component: () => <Setting mayEdit={rights.includes('grade-settings:edit')} /> }),
    createRoute({ getParentRoute: () => root, path: '/std-classwork', component: () => <StudentWorkScreen renderWork={renderWork} /> }),
    createRoute({ getParentRoute: () => root, path: '/topics', component: TopicsScreen }),
  ];
  const router = createRouter({ routeTree: root.addChildren(pages), history: createMemoryHistory({ initialEntries: [address] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return seen;
}
