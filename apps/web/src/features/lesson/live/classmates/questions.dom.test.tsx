import '../../../../testing/dialog.ts';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../base/query-client.ts';
import { signOut } from '../../../../base/session.ts';
import { success } from '../../../../testing/scripted-fetch.ts';
import { entered, fakeLesson } from '../testing/fake-lesson.ts';
import { openScreen } from '../testing/open-screen.tsx';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const asked = (id: number, account_id: number) => ({
  id,
  account_id,
  name: `Student ${account_id}`,
  question: `Why is it so? (${id})`,
  asked_at: '2026-11-20T10:16:00Z',
  answer: null,
  settled_at: null as string | null,
});

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  queryClient.clear();
});
afterEach(() => {
  cleanup();
  signOut();
  vi.unstubAllGlobals();
});

test.each([
  ['one student', '1 student asks', [asked(1, 7)]],
  ['one student with two questions', '1 student asks', [asked(1, 7), asked(2, 7)]],
  ['three students, one of whom has an answer', '2 students ask', [asked(1, 7), { ...asked(2, 8), settled_at: '2026-11-20T10:17:00Z' }, asked(3, 9)]],
])('[B2393] the desk counts the students who wait for an answer: %s', async (_who, words, questions) => {
  const server = fakeLesson({ 'GET /live/learning/questions': success({ questions }) });
  await openScreen();
  await entered(server);
  expect(await screen.findAllByText(words)).toHaveLength(2); // seen and spoken
});
