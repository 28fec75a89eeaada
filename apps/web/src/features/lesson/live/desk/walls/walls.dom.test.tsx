import '../../../../../testing/dialog.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../../base/query-client.ts';
import { closeSnack } from '../../../../../base/snackbar.ts';
import { signOut } from '../../../../../base/session.ts';
import { failure, success, type Reply } from '../../../../../testing/scripted-fetch.ts';
import { entered, fakeLesson, type FakeLesson } from '../../testing/fake-lesson.ts';
import { openScreen } from '../../testing/open-screen.tsx';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const LETTERS = 'Code: enter the 6 letters that the screen shows.';
const UNKNOWN = 'No screen shows this code now.';
const MANY = 'Too many requests from this device. Wait a moment and try again.';
const CONNECTED = 'The screen is connected.';
const wall = (id: number, assessment_id: number | null) => ({
  id,
  paired_at: '2026-11-20T10:05:00Z',
  last_seen_at: id === 1 ? null : '2026-11-20T10:20:00Z',
  assessment_id,
});

let server: FakeLesson;
let user: UserEvent;
let pairing: Reply;
let walls: ReturnType<typeof wall>[];

/** Opens the lesson and then the panel, whose code has the focus. */
async function openPanel() {
  server = fakeLesson({
    'GET /live/walls': () => success({ walls }),
    'POST /live/walls': () => pairing,
    'PUT /live/walls/2': () => {
      walls = walls.map((one) => (one.id === 2 ? wall(2, 8) : one));
      return success({ wall: walls[1] });
    },
    'DELETE /live/walls/1': () => {
      walls = walls.filter(({ id }) => id !== 1);
      return success({ message: 'The screen is disconnected.' });
    },
  });
  await openScreen();
  await entered(server);
  await user.click(await screen.findByRole('button', { name: 'Show on another screen' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Show on another screen' }));
  return { panel, code: panel.getByLabelText<HTMLInputElement>('Code') };
}
const sent = () => server.calls.filter(({ method, path }) => method === 'POST' && path === '/live/walls').map(({ body }) => body);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  queryClient.clear();
  user = userEvent.setup();
  walls = [];
});
afterEach(() => {
  cleanup();
  closeSnack();
  signOut();
  vi.unstubAllGlobals();
});

test('[B2392] a code that is too short, wrong or one too many stays typed with its reason at the field; the right one connects the screen', async () => {
  const { panel, code } = await openPanel();
  await panel.findByText('No screen is connected yet.');
  pairing = failure(422, 'VALIDATION_FAILED', { errors: { code: [LETTERS] } });
  await user.type(code, 'bcd{Enter}');
  await panel.findByText(LETTERS);
  expect([code.value, code.getAttribute('aria-invalid'), document.activeElement]).toEqual(['BCD', 'true', code]);
  pairing = failure(404, 'WALL_CODE_UNKNOWN', { message: UNKNOWN });
  await user.type(code, 'zzz{Enter}');
  await panel.findByText(UNKNOWN);
  expect(panel.queryByText(LETTERS)).toBeNull();
  pairing = failure(429, 'TOO_MANY_REQUESTS', { message: MANY });
  await user.type(code, '{Enter}');
  await panel.findByText(MANY);
  expect(code.value).toBe('BCDZZZ');
  pairing = 'offline';
  await user.type(code, '{Enter}');
  await waitFor(() => expect(panel.queryByText(MANY)).toBeNull());
  await panel.findByText(/connection|offline/i);
  pairing = success({ wall: wall(3, 8), message: CONNECTED });
  await user.clear(code);
  await user.type(code, 'bcd-fgh{Enter}');
  await screen.findByText(CONNECTED);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent().at(-1)).toEqual({ code: 'BCD-FGH', assessment_id: 8 });
});

test('[B2392] connected screens are listed with when they were last there; one shows this lesson after a press, another is disconnected', async () => {
  walls = [wall(1, 8), wall(2, 5)];
  const { panel } = await openPanel();
  const rows = await panel.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Not seen yet.*Shows this lesson/),
    expect.stringMatching(/Last seen at .*Show this lesson/),
  ]);
  await user.click(panel.getByRole('button', { name: 'Show this lesson' }));
  await waitFor(() => expect(panel.getAllByText('Shows this lesson')).toHaveLength(2));
  await user.click(panel.getAllByRole('button', { name: 'Disconnect' })[0]!);
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(1));
  expect(panel.getByText(/Last seen at/)).toBeTruthy();
});
