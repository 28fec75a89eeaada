import '../../../../testing/dialog.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../base/query-client.ts';
import { closeSnack } from '../../../../base/snackbar.ts';
import { signOut } from '../../../../base/session.ts';
import { setScreenWidth } from '../../../../testing/match-media.ts';
import { failure, success } from '../../../../testing/scripted-fetch.ts';
import { entered, fakeLesson, type FakeLesson } from '../testing/fake-lesson.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { notStarted, roster, tally } from '../testing/staff-data.ts';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const BROUGHT = { size: 30, speed: 8, brought_at: '2026-11-20T10:15:00Z' };
const nobody = success({ ...roster(), students: [], tally: tally() });
let server: FakeLesson;
let user: UserEvent;

async function open(view: object, answers: Parameters<typeof fakeLesson>[0] = {}) {
  server = fakeLesson({
    'GET /live/learning/student/responded': nobody,
    'GET /live/learning/simulated-class': success({ is_rehearsal: false, original_id: null, comes: 'rehearsal', brought: null, rehearsal: null, ...view }),
    ...answers,
  });
  const router = await openScreen();
  await entered(server);
  return router;
}
const bodyOf = (path: string) => server.calls.findLast((call) => call.path === path && call.method !== 'GET')?.body;
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  queryClient.clear();
  user = userEvent.setup();
});
afterEach(() => {
  cleanup();
  closeSnack();
  signOut();
  vi.unstubAllGlobals();
});

test('[B2113] a wrong size is named and stays typed; a refusal shows its reason; then the rehearsal opens', async () => {
  let isBusy = true;
  const router = await open(
    {},
    {
      'POST /live/learning/rehearsals': () =>
        isBusy ? failure(409, 'SIMULATED_CLASSES_BUSY', { message: 'Others use them all.' }) : success({ assessment_id: 9 }),
    },
  );
  await press('Bring a simulated class');
  const dialog = within(await screen.findByRole('dialog'));
  const size = dialog.getByLabelText('Students');
  await user.clear(size);
  await user.type(size, '61');
  await user.click(dialog.getByRole('button', { name: 'Open a rehearsal' }));
  await dialog.findByText('The simulated class must have 8 to 60 students');
  expect(bodyOf('/live/learning/rehearsals')).toBeUndefined();
  await user.clear(size);
  await user.type(size, '12');
  await user.click(dialog.getByRole('radio', { name: '4 times as fast' }));
  await user.click(dialog.getByRole('button', { name: 'Open a rehearsal' }));
  await dialog.findByText('Others use them all.');
  expect((size as HTMLInputElement).value).toBe('12');
  isBusy = false;
  await user.click(dialog.getByRole('button', { name: 'Open a rehearsal' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ assessment_id: 9 }));
  expect(bodyOf('/live/learning/rehearsals')).toEqual({ assessment_id: 8, size: 12, speed: 4 });
});

test('[B2113] a rehearsal says that nothing counts, and is removed after a question', async () => {
  const router = await open(
    { is_rehearsal: true, original_id: 3, comes: 'here', brought: BROUGHT },
    { 'DELETE /live/learning/rehearsals/8': success({ original_id: 3 }) },
  );
  await screen.findByText('Rehearsal: nothing here counts');
  expect(screen.getByText('30 simulated students, 8 times as fast as a class')).toBeTruthy();
  await press('Remove the rehearsal');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove the rehearsal' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ assessment_id: 3 }));
});

test.each([
  { name: 'a lesson says how students join, and what the button for simulated students is for', isRehearsal: false },
  { name: 'a rehearsal, whose class comes without being asked, says neither', isRehearsal: true },
])('[B2403] before it begins, $name', async ({ isRehearsal }) => {
  await open(
    { is_rehearsal: isRehearsal, original_id: isRehearsal ? 3 : null, comes: 'here', brought: isRehearsal ? BROUGHT : null },
    { 'GET /live/learning/assessment': success({ assessment: notStarted() }) },
  );
  await screen.findByText(isRehearsal ? 'Rehearsal: nothing here counts' : 'Nobody is here yet. Simulated students can show you how the lesson runs.');
  await screen.findByText('What happens in this lesson');
  expect(screen.queryAllByText(/^Students open .* on their devices and sign in/).length).toBe(isRehearsal ? 0 : 1);
  expect(screen.queryByText(/^Nobody is here yet/) === null).toBe(isRehearsal);
});

test('[B2119] [LIVE-126] a rehearsal begins without a question, and a real lesson asks first', async () => {
  await open(
    { is_rehearsal: true, original_id: 3, comes: 'here', brought: BROUGHT },
    { 'GET /live/learning/assessment': success({ assessment: notStarted() }) },
  );
  await screen.findByText('Rehearsal: nothing here counts');
  await press(/^Activate/);
  await waitFor(() => expect(bodyOf('/live/learning/start')).toMatchObject({ assessment_id: 8 }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[B2120] a frame opens in a window of its own, not in itself, and is then hidden; a blocked window is reported', async () => {
  const seat = { state: 'seated', assessment_id: 8, api_token: 'seat-1', student: { account_id: 5, first_name: 'Ada', last_name: 'Berg', time_zone: 'UTC' } };
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  const opened = vi.spyOn(window, 'open').mockReturnValueOnce(null).mockReturnValue(window);
  setScreenWidth(1280);
  await open({ is_rehearsal: true, comes: 'here', brought: BROUGHT }, { 'POST /live/learning/simulated-class/phone': success({ seat }) });
  await press('Show a phone');
  await screen.findByText('The phone of Ada Berg');
  const frame = document.querySelector('iframe')!.name;
  await press('Open in a window of its own');
  await screen.findByText(/^The browser blocked the window/);
  await press('Open in a window of its own');
  await waitFor(() => expect(screen.queryByText('The phone of Ada Berg')).toBeNull());
  expect(opened.mock.calls.map(([, name]) => name === frame)).toEqual([false, false]);
  vi.restoreAllMocks();
});

test('[B2252] [LIVE-126] the lesson leads back to its rehearsal, which is removed from here, and offers no second one', async () => {
  let own: object | null = { assessment_id: 9, title: 'Forces', state: 'running' };
  await open(
    {},
    {
      'GET /live/learning/simulated-class': () => success({ is_rehearsal: false, original_id: null, comes: 'rehearsal', brought: null, rehearsal: own }),
      'DELETE /live/learning/rehearsals/9': () => {
        own = null;
        return success({ original_id: 8 });
      },
    },
  );
  await screen.findByText('Your rehearsal of this lesson is running');
  expect(screen.getByRole('link', { name: 'Open the rehearsal' }).getAttribute('href')).toContain('assessment_id=9');
  expect(screen.queryByRole('button', { name: 'Bring a simulated class' })).toBeNull();
  await press('Remove the rehearsal');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove the rehearsal' }));
  await screen.findByRole('button', { name: 'Bring a simulated class' });
  expect(screen.queryByText('Your rehearsal of this lesson is running')).toBeNull();
});

test.each([
  ['where simulated classes are switched off', { comes: null }, {}],
  ['in a lesson that people have come to', {}, { 'GET /live/learning/student/responded': success({ ...roster(), tally: tally() }) }],
])('[B2117] nothing is shown %s', async (_where, view, answers) => {
  await open(view, answers);
  await waitFor(() => expect(server.asked('/live/learning/simulated-class')).toBe(1));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Bring a simulated class' })).toBeNull());
});
