import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signOut } from '../../../app/session.ts';
import { success } from '../../../testing/scripted-fetch.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { entered, pretendLesson, type PretendLesson } from '../testing/pretend-lesson.ts';
import { assessment, event, inForms, notStarted, tally } from '../testing/staff-data.ts';

// the package's build for browsers, which the bundler takes; tests would take the one for Node
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

let server: PretendLesson;
async function open(answers: Parameters<typeof pretendLesson>[0] = {}, title = 'Closing a switch') {
  server = pretendLesson(answers);
  await openScreen({ address: '/teacher-live-learning?assessment_id=8&view=projector', width: 1920, title });
  await entered(server);
}
const choice = (words: string) => screen.getByText(words).closest('li') as HTMLElement;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  signOut();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[LIVE-33] the projector carries question, time and count: no name, no figure of an answer, nothing correct', async () => {
  await open();
  expect(screen.getByText('What happens to lamp 1?')).toBeTruthy();
  expect(screen.getByText('of 4 answered')).toBeTruthy();
  const text = document.body.textContent ?? '';
  for (const hidden of ['Priya', 'Hugo', 'Zoe', 'Correct', '%']) expect(text).not.toContain(hidden);
  expect(server.asked('/live/learning/live/feed')).toBe(0);
});

test('[LIVE-33] [LIVE-34] what the teacher reveals stands in the choices, each for itself', async () => {
  await open({
    'GET /live/learning/assessment': success({
      assessment: assessment({
        session: inForms(['Form - 1A', 'Form - 1B'], {}, true),
        tally: tally({
          form: 'Form - 1B',
          answered: 4,
          counts: [
            { response_id: 11, count: 3 },
            { response_id: 12, count: 1 },
          ],
        }),
      }),
    }),
  });
  server.say(event({ name: 'assessment.revealed', form: 'Form - 1B', what: 'distribution' }));
  expect((await within(choice('It gets brighter')).findByText('75 %')).textContent).toBe('3 75 %');
  expect(screen.queryByText('Correct')).toBeNull();
  server.say(event({ name: 'assessment.revealed', form: 'Form - 1B', what: 'correctness' }, 7));
  await within(choice('It gets brighter')).findByText('Correct');
  expect(within(choice('It stays the same')).queryByText('Correct')).toBeNull();
});

test('before the lesson it asks to sign in, after it says that it is over', async () => {
  await open({ 'GET /live/learning/assessment': success({ assessment: notStarted() }) }, 'Simple circuits');
  expect(screen.getByText('The lesson begins in a moment')).toBeTruthy();
  expect(screen.queryByText('What happens to lamp 1?')).toBeNull();
});
