import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeApp, openApp, pageOf, readyForApp, teacher } from '../testing/open-app.tsx';
import { success, type SeenCall } from '../testing/scripted-fetch.ts';

beforeEach(readyForApp);
afterEach(closeApp);

const colleague = { ...teacher, account_id: 99, user_id: 99, name: 'Ana Ruiz', first_name: 'Ana' };
const isColleague = (call: SeenCall) => call.headers.get('authorization') === 'Bearer token-2';
const assessment = {
  assessment_id: 3,
  id: 3,
  title: 'Only for the first person',
  class_id: 1,
  class_name: 'Physics 9B',
  teacher_name: 'Ms Okafor',
  status: 'Active',
  running: false,
  form: null,
  is_owner: true,
  schedule_time: { schedule_date: '2026-11-20', start_time: null, end_time: null },
};

test('who signs in after somebody else on one device sees nothing of what that person loaded, not even while their own is on its way', async () => {
  const { session, calls } = await openApp(
    '/home',
    {
      'GET /auth/me': (call) => success({ user: isColleague(call) ? colleague : teacher }),
      'POST /auth/login': success({ user: colleague, api_token: 'token-2' }),
      'GET /live/learning/lessons': (call) => (isColleague(call) ? 'never' : pageOf([assessment])),
    },
    teacher,
  );
  await screen.findAllByText('Only for the first person');
  act(() => session.signOut('chosen'));
  await userEvent.type(await screen.findByLabelText('School email'), colleague.email);
  await userEvent.type(screen.getByLabelText('Password'), 'a long password{Enter}');
  await waitFor(() => expect(calls.some((call) => isColleague(call) && call.path === '/live/learning/lessons')).toBe(true));
  expect(screen.queryByText('Only for the first person')).toBeNull();
});
