import '../testing/dialog.ts';
import { createBrowserHistory, createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { FormDialog } from '../ui/plain/FormDialog.tsx';
import { person } from '../testing/people.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { signIn, signOut } from '../base/session.ts';
import { unsavedStore, useUnsaved } from '../base/unsaved.ts';

let save: () => Promise<boolean> = async () => true;
function Typing() {
  const [text, setText] = useState('');
  return (
    <FormDialog opened title="Edit" dirty={text !== ''} onClose={() => void router.history.push('/list')} onSubmit={() => save()}>
      <input aria-label="Name" value={text} onChange={(event) => setText(event.target.value)} />
    </FormDialog>
  );
}
function Page() {
  const [text, setText] = useState('');
  useUnsaved(text !== '', 'page');
  return <input aria-label="Settings" value={text} onChange={(event) => setText(event.target.value)} />;
}
function browserAt(at: string) {
  history.replaceState(null, '', '/list');
  const browser = createBrowserHistory();
  browser.push(at);
  browser.flush();
  return browser;
}
let router: ReturnType<typeof open>;
function open(at: string, kind: 'memory' | 'browser' = 'memory') {
  signIn('token', person());
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <LeaveGuard />
      </>
    ),
  });
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/list', component: () => <h1>list</h1> }),
    createRoute({ getParentRoute: () => root, path: '/edit', component: Typing }),
    createRoute({ getParentRoute: () => root, path: '/settings', component: Page }),
  ];
  const made = createRouter({
    routeTree: root.addChildren(routes),
    history: kind === 'memory' ? createMemoryHistory({ initialEntries: ['/list', at] }) : browserAt(at),
  });
  render(<RouterProvider router={made as never} />);
  return made;
}
// the question is fetched with the page, before anyone types
beforeAll(async () => void (await import('./LeaveQuestion.tsx')));
afterEach(() => {
  cleanup();
  signOut();
});
const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });
const goTo = (path: string) => act(async () => void router.history.push(path));

test('[B214] a dialog with typing in it asks before another page takes its place; going on editing keeps every letter', async () => {
  router = open('/edit');
  await userEvent.type(await screen.findByLabelText('Name'), 'Ada');
  await goTo('/settings');
  await waitFor(() => expect(question()).toBeTruthy());
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.pathname).toBe('/edit');
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ada');
  await goTo('/settings');
  await waitFor(() => expect(question()).toBeTruthy());
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
  expect(unsavedStore.get().size).toBe(0);
});

test('[B214] a reload is held up by the browser while something is unsaved, and only then', async () => {
  router = open('/edit', 'browser');
  const isHeldUp = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const field = await screen.findByLabelText('Name');
  expect(isHeldUp()).toBe(false);
  await userEvent.type(field, 'Ada');
  expect(isHeldUp()).toBe(true);
  await userEvent.clear(field);
  expect(isHeldUp()).toBe(false);
});

test('[B214] the browser’s Back asks too, and stays where it was when the answer is to go on', async () => {
  router = open('/edit', 'browser');
  await userEvent.type(await screen.findByLabelText('Name'), 'Ada');
  act(() => history.back());
  await waitFor(() => expect(question()).toBeTruthy());
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(location.pathname).toBe('/edit'));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ada');
  act(() => history.back());
  await waitFor(() => expect(question()).toBeTruthy());
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(await screen.findByRole('heading', { name: 'list' })).toBeTruthy();
});

test('saving, and giving up in the dialog itself, ask nothing more', async () => {
  router = open('/edit');
  await userEvent.type(await screen.findByLabelText('Name'), 'Ada{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/list'));
  expect(question()).toBeNull();
  await goTo('/edit');
  await userEvent.type(await screen.findByLabelText('Name'), 'Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/list'));
});

test('[B215] Ctrl and Enter save', async () => {
  let saved = 0;
  save = async () => {
    saved += 1;
    return true;
  };
  router = open('/edit');
  await userEvent.type(await screen.findByLabelText('Name'), 'Ada{Control>}{Enter}{/Control}');
  await waitFor(() => expect(saved).toBe(1));
});

test('a page that keeps what was typed asks when one leaves it, not when its address says something else', async () => {
  router = open('/settings');
  await userEvent.type(await screen.findByLabelText('Settings'), 'Europe');
  await act(async () => void router.history.push('/settings?school_id=2'));
  expect(question()).toBeNull();
  await goTo('/list');
  await waitFor(() => expect(question()).toBeTruthy());
});

test('whoever was signed out leaves without a question', async () => {
  router = open('/settings');
  await userEvent.type(await screen.findByLabelText('Settings'), 'Europe');
  act(() => signOut());
  await goTo('/list');
  await waitFor(() => expect(router.state.location.pathname).toBe('/list'));
});
