import userEvent from '@testing-library/user-event';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { signIn } from '../../../base/session.ts';
import { closeScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { person } from '../../../testing/people.ts';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { ClassFrame } from './index.ts';
import { courseOf } from './testing/course.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

function open(answers: Parameters<typeof scriptFetch>[0], id = '3', onFetch: (path: string) => void = () => undefined) {
  scriptFetch(answers);
  queryClient.clear();
  signIn('token', person());
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/class-people/$id',
    component: () => (
      <ClassFrame tab="people" actions={({ local }) => <button type="button">{local.google_meet_link || 'no link'}</button>}>
        {({ name }) => <p>People of {name}</p>}
      </ClassFrame>
    ),
  });
  const others = ['/class-details/$id', '/class-classwork/$id', '/class-gradebook/$id'].map((path) =>
    createRoute({ getParentRoute: () => root, path, loader: () => onFetch(path) }),
  );
  const router = createRouter({ routeTree: root.addChildren([page, ...others]), history: createMemoryHistory({ initialEntries: [`/class-people/${id}`] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

test('[K122] [K123] the name of the class stands above four tabs, each a page of its own, and the open one is marked', async () => {
  open({ 'GET /courses/3': success({ course: courseOf({ name: 'Physics 9B <b>' }) }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Physics 9B <b>' })).toBeDefined();
  const tabs = within(screen.getByRole('navigation', { name: 'Class pages' })).getAllByRole('link');
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href'), tab.getAttribute('aria-current')])).toEqual([
    ['Stream', '/class-details/3', null],
    ['Classwork', '/class-classwork/3', null],
    ['People28', '/class-people/3', 'page'],
    ['Gradebook', '/class-gradebook/3', null],
  ]);
  expect(screen.getByText('People of Physics 9B <b>')).toBeDefined();
  expect(screen.getByRole('button', { name: 'no link' })).toBeDefined();
  expect(document.title).toContain('Physics 9B');
});

test('the other tabs are fetched ahead, so that nothing is missing between two of them', async () => {
  const fetched: string[] = [];
  open({ 'GET /courses/3': success({ course: courseOf() }) }, '3', (path) => fetched.push(path));
  await screen.findByRole('heading', { level: 1, name: 'Physics 9B' });
  await waitFor(() => expect(fetched).toEqual(['/class-details/$id', '/class-classwork/$id', '/class-gradebook/$id']));
});

test('the open tab is brought into view, as on a phone the last one is not', async () => {
  const brought: Element[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    brought.push(this);
  };
  open({ 'GET /courses/3': success({ course: courseOf() }) });
  const tab = await screen.findByRole('link', { name: /^People/ });
  expect(brought).toContain(tab);
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

test('[K122] students have three tabs, without the teachers’ gradebook; an archived class says that it is', async () => {
  open({ 'GET /courses/3': success({ course: courseOf({ standing: 'student', enrollmentCode: null, is_archived: true, courseState: 'ARCHIVED' }) }) });
  await screen.findByText(/^This class is archived/);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Stream', 'Classwork', 'People28']);
});

test('a class that is not there, or an address without a number, is no page', async () => {
  open({ 'GET /courses/3': failure(404, 'NOT_FOUND') });
  await screen.findByRole('heading', { name: 'Page not found' });
  closeScreen();
  readyForScreen();
  open({}, 'x');
  await screen.findByRole('heading', { name: 'Page not found' });
});

test('a class that cannot be loaded says so and is tried again', async () => {
  let asked = 0;
  open({
    'GET /courses/3': () => {
      asked += 1;
      return asked < 2 ? failure(403, 'MEMBERSHIP_ENDED') : success({ course: courseOf() });
    },
  });
  await screen.findByRole('alert');
  closeScreen();
  readyForScreen();
  let failed = true;
  open({ 'GET /courses/3': () => (failed ? failure(422, 'VALIDATION_FAILED', { message: 'Not now.' }) : success({ course: courseOf() })) });
  await screen.findByText('Not now.');
  failed = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { level: 1, name: 'Physics 9B' });
});
