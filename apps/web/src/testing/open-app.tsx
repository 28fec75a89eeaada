import './dialog.ts';
import { act, cleanup, render } from '@testing-library/react';
import { vi } from 'vitest';
import { setScreenWidth } from './match-media.ts';
import { person } from './people.ts';
import { scriptFetch, success, type Reply, type SeenCall } from './scripted-fetch.ts';
import { watchErrors } from './watch-errors.ts';

export const teacher = person({ rights: ['assessments:view'] });
teacher.menus.home = [{ name: 'Home', res_url: 'home' }];
teacher.menus.assessments = [{ name: 'Assessments', res_url: 'assessments' }];
teacher.menus.teacher = [{ name: 'Live Learning', res_url: 'teacher-live-learning' }];

export const student = person({ account_id: 8, name: 'Leo Castellano', first_name: 'Leo', user_type: 'STUDENT' });
student.menus.home = teacher.menus.home;
student.menus.student = [{ name: 'Live Learning', res_url: 'student-live-learning' }];

/** A page of a list as the server sends it. */
export const pageOf = (rows: object[]): Reply =>
  success({
    data: rows,
    pagination: { total: rows.length, per_page: 25, current_page: 1, last_page: 1, from: rows.length ? 1 : null, to: rows.length || null },
  });

const lesson = {
  assessment_id: 3,
  title: 'Simple circuits',
  class_id: 1,
  class_name: 'Physics 9B',
  teacher_name: 'Ms Okafor',
  status: 'Active',
  running: true,
  form: 'Form - 1A',
  is_owner: true,
  schedule_time: { schedule_date: '2026-11-20', start_time: null, end_time: null },
};

type Answers = Parameters<typeof scriptFetch>[0];
const answers = (more: Answers): Answers => ({
  'GET /config': success({
    version: '1',
    realtime: { key: 'k', host: '', port: 1, tls: false, auth_endpoint: '/api/broadcasting/auth' },
    school: { name: 'Rowan Bridge School' },
    demo: [],
    messages: {},
  }),
  'GET /auth/me': success({ user: teacher }),
  'POST /auth/login': success({ user: teacher, api_token: 'token-1' }),
  'POST /auth/logout': success(),
  'GET /live/learning/lessons': pageOf([lesson]),
  'GET /assessments': pageOf([]),
  'GET /notifications/count': success({ unread: 0, paths: [] }),
  'GET /notifications': success({ data: [], next: null, unread: 0 }),
  'GET /home': success({
    student: null,
    staff: { to_grade: [], to_grade_total: 0, to_return_total: 0, list_path: null },
    admin: null,
    waiting: { invitations: 0, decisions: 0 },
  }),
  ...more,
});

const stops: (() => void)[] = [];

/** Opens the whole app at an address, as a page load would. `kept` is this device's stored data. */
export async function openApp(
  address: string,
  more: Answers = {},
  who?: typeof teacher,
  kept: Record<string, string> = {},
): Promise<{ session: typeof import('../base/session.ts'); calls: SeenCall[] }> {
  vi.resetModules();
  watchErrors();
  sessionStorage.clear();
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  history.replaceState(null, '', address);
  const calls = scriptFetch(answers(more));
  const session = await import('../base/session.ts');
  if (who) session.signIn('token-1', who);
  const [{ App }, { router }, { watchSession }] = await Promise.all([import('../app/App.tsx'), import('../app/router.tsx'), import('../app/watch-session.ts')]);
  const stop = watchSession(() => void router.invalidate());
  stops.push(stop, () => session.signOut());
  render(<App />);
  return { session, calls };
}

/** For beforeEach: sets a laptop's screen and a page that can be scrolled. */
export function readyForApp(): void {
  setScreenWidth(1280);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
}

/** For afterEach: closes the app. */
export function closeApp(): void {
  act(() => {
    for (const stop of stops.splice(0)) stop();
  });
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

export const address = (): string => location.pathname + location.search;
